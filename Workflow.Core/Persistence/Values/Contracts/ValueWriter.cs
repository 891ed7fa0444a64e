using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// Writes one value with all its content. A value of the declared type has no tag; a value of another type has a tag: <c>{"@type":"int","@value":5}</c>. An
/// object that was written before is written as its number. Objects are numbered in the order in which they begin.
/// </summary>
internal sealed class ValueWriter(Utf8JsonWriter json, ContractSet contracts, TypeRegistry types)
{
    /// <summary>The maximum depth of a value: the depth that the JSON readers of a snapshot allow, minus the depth around a value.</summary>
    public const int Depth = 256;

    private readonly int _outside = json.CurrentDepth;
    private readonly Dictionary<object, (int Number, bool IsReferable)> _written = new(ReferenceEqualityComparer.Instance);

    // The elements of a collection are usually of one class, so its contract is looked up once.
    private Type? _lastClass;
    private Type _lastType = typeof(object);
    private ValueContract _lastContract = null!;

    public Utf8JsonWriter Json => json;

    public ContractSet Contracts => contracts;

    public TypeRegistry Types => types;

    /// <summary>The contracts that need a trial and have not had one yet; null if there are none.</summary>
    public List<ValueContract>? Untried { get; private set; }

    public void Write(object? value, Type declared)
    {
        if (value is null)
        {
            json.WriteNullValue();
            return;
        }

        if (value.GetType() != _lastClass)
        {
            (_lastClass, _lastType) = (value.GetType(), SavedType.Of(value));
            _lastContract = contracts.Of(_lastType);
        }

        (Type type, ValueContract contract) = (_lastType, _lastContract);
        (contract as WorkflowContract)?.Check(value, declared);
        bool isPlain = type == declared || type == Nullable.GetUnderlyingType(declared) || (declared == typeof(object) && value is string or bool);
        if (isPlain)
        {
            Write(value, contract);
        }
        else if (contracts.Of(declared) is ConverterContract converter)
        {
            // The converter writes derived types too.
            Write(value, converter);
        }
        else
        {
            Write(value, contract, TagOf(type, declared, contract));
        }
    }

    /// <summary>Writes a value whose type the reader knows.</summary>
    public void Write(object value, ValueContract contract, string? tag = null)
    {
        if (contract.MustBeTried && !contracts.IsProven(contract))
        {
            (Untried ??= []).Add(contract);
        }

        if (contract.HasIdentity)
        {
            if (_written.TryGetValue(value, out (int Number, bool IsReferable) known))
            {
                WriteSame(value, known.Number, known.IsReferable);
                return;
            }

            _written.Add(value, (_written.Count, contract.IsMadeFirst));
        }

        CheckDepth(value);
        RuntimeHelpers.EnsureSufficientExecutionStack();
        WriteNew(value, contract, tag);
        if (contract is { HasIdentity: true, IsMadeFirst: false })
        {
            _written[value] = (_written[value].Number, true);
        }
    }

    private void WriteNew(object value, ValueContract contract, string? tag)
    {
        if (contract.HasMembers)
        {
            json.WriteStartObject();
            WriteTag(tag);
            contract.Write(value, this);
            json.WriteEndObject();
        }
        else if (tag is not null)
        {
            json.WriteStartObject();
            WriteTag(tag);
            json.WritePropertyName(Reserved.Value);
            contract.Write(value, this);
            json.WriteEndObject();
        }
        else
        {
            contract.Write(value, this);
        }
    }

    private void WriteTag(string? tag)
    {
        if (tag is not null)
        {
            json.WriteString(Reserved.Type, tag);
        }
    }

    private void WriteSame(object value, int number, bool isReferable)
    {
        if (!isReferable)
        {
            throw new UnsavableValueException(
                value.GetType(),
                "contains itself, but such an object is created after its content; break the circle, or put an object of your own class between");
        }

        json.WriteStartObject();
        json.WriteNumber(Reserved.Same, number);
        json.WriteEndObject();
    }

    private string TagOf(Type type, Type declared, ValueContract contract)
    {
        if (contract is WorkflowContract)
        {
            return Reserved.Workflow;
        }

        // If the type can never be saved, the message must not suggest an alias.
        if (contract is RefusedContract refused)
        {
            throw refused.Refuse();
        }

        return ValueTags.TagOf(types, type, declared)
            ?? throw new UnsavableValueException(
                type,
                UnnamedTypes.WhyNot(type)
                    ?? $"needs an alias where '{declared}' is declared; add its type to a TypeRegistry among the extensions of the host");
    }

    /// <summary>Throws if the value is nested too deeply. An object and an array in it are one level each. A reader rejects deeper JSON.</summary>
    private void CheckDepth(object value)
    {
        if (json.CurrentDepth - _outside >= Depth - 1)
        {
            throw new UnsavableValueException(value.GetType(), $"lies more than {Depth} levels deep; save deep structures as lists");
        }
    }
}
