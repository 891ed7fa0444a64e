using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Workflow.Persistence;

/// <summary>The contracts of all types that a serializer has used. Types of collectible assemblies are held weakly. Thread-safe.</summary>
internal abstract class ContractSet
{
    private readonly ConditionalWeakTable<Type, ValueContract> _known = [];
    private readonly ConditionalWeakTable<ValueContract, object> _proven = [];
    private readonly IReadOnlyList<JsonConverter> _workflow;
    private readonly JsonSerializerOptions _given;

    /// <summary>
    /// The options of the application that are passed to its resolver. <see cref="Options"/> cannot be passed, because it contains a converter that calls
    /// the resolver again.
    /// </summary>
    private readonly JsonSerializerOptions _asked;

    /// <param name="workflow">The converters for objects of the workflow.</param>
    /// <param name="given">The options of the application.</param>
    /// <param name="usesConverters">False to ignore the converters of the application.</param>
    protected ContractSet(IReadOnlyList<JsonConverter> workflow, JsonSerializerOptions given, bool usesConverters)
    {
        _workflow = workflow;
        _given = given;
        _asked = new JsonSerializerOptions(given);
        UsesConverters = usesConverters;
        Options = new JsonSerializerOptions(given)
        {
            MaxDepth = ValueWriter.Depth,
            TypeInfoResolver = given.TypeInfoResolver ?? new DefaultJsonTypeInfoResolver()
        };
        foreach (JsonConverter converter in workflow)
        {
            Options.Converters.Add(converter);
        }

        Options.Converters.Add(new ContractConverters(this));
    }

    /// <summary>The options for converters of the application. With these options, the converters write other types by their contracts.</summary>
    public JsonSerializerOptions Options { get; }

    /// <summary>False if the converters of the application are ignored.</summary>
    public bool UsesConverters { get; }

    public ValueContract Of(Type type) => _known.TryGetValue(type, out ValueContract? known) ? known : _known.GetValue(type, Make);

    public bool IsProven(ValueContract contract) => _proven.TryGetValue(contract, out _);

    public void Prove(ValueContract contract) => _proven.AddOrUpdate(contract, contract);

    /// <summary>Returns true if code of the application writes the type.</summary>
    public bool HasConverter(Type type) =>
        UsesConverters
        && (_given.Converters.Any(converter => converter.CanConvert(type))
            || type.IsDefined(typeof(JsonConverterAttribute), inherit: false)
            || IsResolved(type));

    private bool IsResolved(Type type) =>
        _given.TypeInfoResolver is { } resolver and not DefaultJsonTypeInfoResolver && resolver.GetTypeInfo(type, _asked) is not null;

    private ValueContract Make(Type type)
    {
        if (_workflow.OfType<WorkflowConverters>().FirstOrDefault(converter => converter.CanConvert(type)) is { } workflow)
        {
            return new WorkflowContract(workflow);
        }

        return HasConverter(type) ? new ConverterContract(type, Options) : Examine(type);
    }

    /// <summary>Creates the contract of a type without a converter. The method is abstract, because every kind of contract depends on this class.</summary>
    protected abstract ValueContract Examine(Type type);
}
