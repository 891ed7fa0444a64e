using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Workflow.Persistence;

/// <summary>The contracts of all types that a serializer has met. Types of collectible assemblies are held weakly. Thread-safe.</summary>
internal abstract class ContractSet
{
    private readonly ConditionalWeakTable<Type, ValueContract> _known = [];
    private readonly ConditionalWeakTable<ValueContract, object> _proven = [];
    private readonly IReadOnlyList<JsonConverter> _workflow;
    private readonly JsonSerializerOptions _given;

    /// <summary>The author's options for asking his resolver: in <see cref="Options"/> is a converter that asks in its turn.</summary>
    private readonly JsonSerializerOptions _asked;

    /// <param name="workflow">The converters for objects of the workflow.</param>
    /// <param name="given">The author's options.</param>
    /// <param name="usesConverters">False: also a type with a converter of the author's is taken for what it is made of.</param>
    protected ContractSet(IReadOnlyList<JsonConverter> workflow, JsonSerializerOptions given, bool usesConverters)
    {
        _workflow = workflow;
        _given = given;
        _asked = new JsonSerializerOptions(given);
        UsesConverters = usesConverters;
        Options = new JsonSerializerOptions(given) { MaxDepth = ValueWriter.Depth, TypeInfoResolver = given.TypeInfoResolver ?? new DefaultJsonTypeInfoResolver() };
        foreach (JsonConverter converter in workflow)
        {
            Options.Converters.Add(converter);
        }

        Options.Converters.Add(new ContractConverters(this));
    }

    /// <summary>For the author's converters, which so find all that is not theirs.</summary>
    public JsonSerializerOptions Options { get; }

    /// <summary>False: also a type with a converter of the author's is taken for what it is made of.</summary>
    public bool UsesConverters { get; }

    public ValueContract Of(Type type) => _known.TryGetValue(type, out ValueContract? known) ? known : _known.GetValue(type, Make);

    public bool IsProven(ValueContract contract) => _proven.TryGetValue(contract, out _);

    public void Prove(ValueContract contract) => _proven.AddOrUpdate(contract, contract);

    /// <summary>Whether code of the author's writes the type.</summary>
    public bool HasConverter(Type type) =>
        UsesConverters && (_given.Converters.Any(converter => converter.CanConvert(type)) || type.IsDefined(typeof(JsonConverterAttribute), inherit: false) || IsResolved(type));

    private bool IsResolved(Type type) => _given.TypeInfoResolver is { } resolver and not DefaultJsonTypeInfoResolver && resolver.GetTypeInfo(type, _asked) is not null;

    private ValueContract Make(Type type)
    {
        if (_workflow.Any(converter => converter.CanConvert(type)))
        {
            return new WorkflowContract();
        }

        return HasConverter(type) ? new ConverterContract(type, Options) : Examine(type);
    }

    /// <summary>The contract of a type that no converter writes. Abstract because every kind of contract is built on this class.</summary>
    protected abstract ValueContract Examine(Type type);
}
