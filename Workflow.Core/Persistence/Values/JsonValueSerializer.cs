using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>Writes values as JSON: whatever it accepts comes back equal, and all else fails the save.</summary>
/// <remarks>
/// <para>An object of a class or struct of your own is written by its fields, private ones too, under the names of the properties that they are behind; it is made again without a
/// constructor. Two members with the same object have the same one again. Common types of .NET are written by what they are made of: collections with their order and their
/// comparers, tuples, times, texts, documents. Refused are what lives in this process only (delegates, streams, tasks, threads) and other types of .NET.</para>
/// <para><see cref="JsonIgnoreAttribute"/> and <see cref="NonSerializedAttribute"/> keep a member out, <see cref="JsonPropertyNameAttribute"/> names it, and
/// <see cref="JsonConverterAttribute"/> and the converters of the options write types and members as they like. What a converter writes is read back and compared at the
/// first save of the type, and so are collections of classes of your own. A value whose class differs from the declared type needs an alias in the <see cref="TypeRegistry"/>, or the
/// declared type says with <see cref="JsonDerivedTypeAttribute"/> what it may be.</para>
/// <para>A field that the saved data does not have gets what the constructor without parameters gives it, or nothing where there is none; data for a field that is gone is passed
/// over.</para>
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

    /// <summary>Creates a serializer with options of your own.</summary>
    /// <param name="options">
    /// The options, which are copied at the first use. Their converters come first, and so does a <see cref="JsonSerializerOptions.TypeInfoResolver"/> of yours for the types that it
    /// knows; naming and the like matter to those only.
    /// </param>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    public JsonValueSerializer(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _given = options;
    }

    internal override bool ProvesItself => true;

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

    /// <summary>Whether the type says by attributes which types derive from it, or the options have a converter for it.</summary>
    /// <param name="declaredType">The declared type.</param>
    /// <returns>True if it does.</returns>
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
