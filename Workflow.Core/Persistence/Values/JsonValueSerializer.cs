using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Workflow.Persistence;

/// <summary>Writes values with System.Text.Json.</summary>
/// <remarks>
/// <para>Without options of your own: public properties and fields, also those with a private setter; what System.Text.Json cannot do (delegates, streams, pointers) makes the save
/// fail. A property whose value is of a class derived from its declared type is saved when that class has an alias in the <see cref="TypeRegistry"/>, or the base type
/// says it with <see cref="JsonDerivedTypeAttribute"/>; else the save fails too, as nothing is to be lost silently.</para>
/// <para>Thread-safe.</para>
/// </remarks>
public sealed class JsonValueSerializer : ValueSerializer
{
    private readonly JsonSerializerOptions _given;
    private readonly ConditionalWeakTable<TypeRegistry, JsonSerializerOptions> _options = [];

    /// <summary>Creates a serializer with default options.</summary>
    public JsonValueSerializer()
        : this(new JsonSerializerOptions
        {
            IncludeFields = true,
            NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        })
    {
    }

    /// <summary>Creates a serializer with options of your own.</summary>
    /// <param name="options">The options: converters, naming, depth. They are copied at the first use. What they cannot read back is lost.</param>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    public JsonValueSerializer(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _given = options;
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context) =>
        JsonSerializer.Serialize(writer, value, type, OptionsFor(context));

    /// <inheritdoc/>
    public override object? Read(JsonElement value, Type type, ValueContext context) => value.Deserialize(type, OptionsFor(context));

    /// <summary>Whether the type says by attributes which types derive from it, or the options have a converter for it.</summary>
    /// <param name="declaredType">The declared type.</param>
    /// <returns>True if it does.</returns>
    public override bool WritesDerivedTypes(Type declaredType)
    {
        ArgumentNullException.ThrowIfNull(declaredType);
        return declaredType.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false) || _given.Converters.Any(converter => converter.CanConvert(declaredType));
    }

    private JsonSerializerOptions OptionsFor(ValueContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return _options.TryGetValue(context.Types, out JsonSerializerOptions? known) ? known : _options.GetValue(context.Types, _ => Prepare(context));
    }

    private JsonSerializerOptions Prepare(ValueContext context)
    {
        JsonSerializerOptions options = new(_given);
        foreach (JsonConverter converter in context.Converters)
        {
            options.Converters.Add(converter);
        }

        options.Converters.Add(new ObjectConverter(context));
        options.TypeInfoResolver = (_given.TypeInfoResolver ?? new DefaultJsonTypeInfoResolver()).WithAddedModifier(info => JsonContracts.Complete(info, context.Types));
        return options;
    }
}
