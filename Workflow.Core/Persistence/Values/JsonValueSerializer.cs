using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>Writes values as JSON. A value that the serializer accepts is equal after a load; any other value makes the save fail.</summary>
/// <remarks>
/// <para>An object of an application class or struct is saved with its fields, including private ones. The backing field of a property is saved under the
/// name of the property. A load creates the object without a constructor. If two members refer to the same object, they also do so after a load. Common
/// types of .NET are saved with their content: collections with their order and their comparers, tuples, times, texts and documents. Objects that exist
/// only in this process (delegates, streams, tasks, threads) and other types of .NET cannot be saved.</para>
/// <para><see cref="JsonIgnoreAttribute"/> and <see cref="NonSerializedAttribute"/> exclude a member, and <see cref="JsonPropertyNameAttribute"/> renames
/// it. <see cref="JsonConverterAttribute"/> and the converters of the options define how types and members are written. At the first save of a type with a
/// converter, the output of the converter is read back and compared; the same holds for collections of application classes. A value whose class differs
/// from the declared type needs an alias in the <see cref="TypeRegistry"/>, unless the declared type lists the class with
/// <see cref="JsonDerivedTypeAttribute"/>.</para>
/// <para>A field that is missing in the saved data gets the value that the parameterless constructor sets, or the default value if there is no such
/// constructor. Saved data of a removed field is ignored.</para>
/// <para>Thread-safe.</para>
/// </remarks>
public sealed class JsonValueSerializer : ValueSerializer
{
    private readonly JsonSerializerOptions _given;
    private readonly ConditionalWeakTable<IReadOnlyList<JsonConverter>, ContractSet> _contracts = [];

    /// <summary>Creates a serializer with default options.</summary>
    public JsonValueSerializer()
        : this(new JsonSerializerOptions())
    {
    }

    /// <summary>Creates a serializer with your options.</summary>
    /// <param name="options">
    /// The options, which are copied at the first use. Their converters, and a <see cref="JsonSerializerOptions.TypeInfoResolver"/> for the types that it
    /// supports, take precedence. Naming policies and similar options apply only to the types that these converters and the resolver handle.
    /// </param>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    public JsonValueSerializer(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _given = options;
    }

    /// <summary>
    /// The encoder for a <see cref="Utf8JsonWriter"/> that writes values. The encoder escapes only what JSON requires. It rejects half of a surrogate pair,
    /// which other encoders replace by another character.
    /// </summary>
    public static JavaScriptEncoder Encoder => StrictEncoder.Instance;

    internal override bool ChecksReadBack => true;

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ContractSet contracts = ContractsFor(context);
        ValueWriter values = new(writer, contracts, context.Types);
        values.Write(value, type);
        if (values.Untried is { } untried)
        {
            ReadBack.Check(this, value, type, context);
            untried.ForEach(contracts.Prove);
        }
    }

    internal override void WriteOnly(Utf8JsonWriter writer, object value, Type type, ValueContext context) =>
        new ValueWriter(writer, ContractsFor(context), context.Types).Write(value, type);

    /// <inheritdoc/>
    public override object? Read(JsonElement value, Type type, ValueContext context)
    {
        ContractSet contracts = ContractsFor(context);
        ValueReader values = new(contracts, context.Types);
        object? read = values.Read(value, type);
        values.Finish();
        return read;
    }

    /// <summary>Determines whether the attributes of the type name its derived types, or the options have a converter for it.</summary>
    /// <param name="declaredType">The declared type.</param>
    /// <returns>True if the type has such attributes or a converter.</returns>
    public override bool WritesDerivedTypes(Type declaredType)
    {
        ArgumentNullException.ThrowIfNull(declaredType);
        return ValueTags.NamesDerivedTypes(declaredType) || _given.Converters.Any(converter => converter.CanConvert(declaredType));
    }

    private ContractSet ContractsFor(ValueContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return _contracts.TryGetValue(context.Converters, out ContractSet? known)
            ? known
            : _contracts.GetValue(context.Converters, converters => new ExaminedContracts(converters, _given, usesConverters: true));
    }
}
