using System.Diagnostics.CodeAnalysis;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The types that a definition declares for its arguments, variables and delegates, by their names. A tag in saved state can be the name of such a type. The
/// name has no namespace, so that the class can move, unless two types have that name.
/// </summary>
internal sealed class DefinitionTypes
{
    /// <summary>The types by name; the value is null for a name that several types have.</summary>
    private readonly Dictionary<string, Type?> _types = new(StringComparer.Ordinal);

    private readonly Dictionary<Type, string[]> _names = [];

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

    /// <summary>Returns the names of a type, the shorter one first; empty for a type that is not declared.</summary>
    public string[] NamesOf(Type type) => _names.TryGetValue(type, out string[]? names) ? names : [];

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

        if (!type.IsAbstract && !_names.ContainsKey(type))
        {
            string[] names = _names[type] = [TypeText.Of(type), type.ToString()];
            foreach (string name in names)
            {
                _types[name] = !_types.TryGetValue(name, out Type? known) || known == type ? type : null;
            }
        }
    }
}
