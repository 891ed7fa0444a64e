using System.Diagnostics.CodeAnalysis;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>The types that a definition declares for its arguments, variables and delegates, by their names. A tag in saved state can name one of them.</summary>
internal sealed class DefinitionTypes
{
    /// <summary>The value is null for a name that several types have.</summary>
    private readonly Dictionary<string, Type?> _types = new(StringComparer.Ordinal);

    public DefinitionTypes(Program program)
    {
        foreach (SlotKind[] shape in program.Shapes)
        {
            foreach (SlotKind kind in shape)
            {
                Add(kind.ValueType);
            }
        }

        foreach (DelegatePlan plan in program.Delegates)
        {
            foreach (RuntimeDelegateArgument parameter in plan.Delegate?.Parameters ?? [])
            {
                Add(parameter.Type);
            }
        }
    }

    public bool TryGetName(Type type, [NotNullWhen(true)] out string? name)
    {
        name = type.ToString();
        return _types.TryGetValue(name, out Type? known) && known == type;
    }

    public bool TryGetType(string name, [NotNullWhen(true)] out Type? type) => _types.TryGetValue(name, out type) && type is not null;

    private void Add(Type type)
    {
        if (type.IsArray)
        {
            Add(type.GetElementType()!);
        }

        foreach (Type argument in type.GenericTypeArguments)
        {
            Add(argument);
        }

        if (!type.IsAbstract)
        {
            string name = type.ToString();
            _types[name] = !_types.TryGetValue(name, out Type? known) || known == type ? type : null;
        }
    }
}
