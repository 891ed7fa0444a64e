using System.Collections;

namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>A member of a node: its name, its type, and its accessors.</summary>
internal sealed class NodeMember(string name, MemberKind kind, Type type, Func<object, object?> get, Action<object, object?>? set)
{
    public string Name { get; } = name;

    public MemberKind Kind { get; } = kind;

    /// <summary>The type of the value, or the type of the items of a list.</summary>
    public Type Type { get; } = type;

    public object? Get(object node) => get(node);

    public IList ListOf(object node) => (IList)get(node)!;

    public void Set(object node, object? value) => set!(node, value);
}
