using System.Collections;

namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>A type of node, with its members.</summary>
internal sealed class NodeKind(Type type, Func<object> create, IReadOnlyList<NodeMember> members)
{
    public Type Type { get; } = type;

    public IReadOnlyList<NodeMember> Members { get; } = members;

    public object Create() => create();

    public NodeMember? Find(string name) => IndexOf(name) is >= 0 and int index ? Members[index] : null;

    /// <summary>Returns the position of a member; -1 if there is no member of this name.</summary>
    public int IndexOf(string name)
    {
        for (int i = 0; i < Members.Count; i++)
        {
            if (Members[i].Name == name)
            {
                return i;
            }
        }

        return -1;
    }

    /// <summary>Builds the list of members of a type.</summary>
    internal sealed class Builder<T>
        where T : class, new()
    {
        private readonly List<NodeMember> _members = [];

        public Builder<T> Node<TPart>(string name, Func<T, TPart?> get, Action<T, TPart?> set)
            where TPart : class => Add(name, MemberKind.Node, get, set);

        public Builder<T> List<TItem>(string name, Func<T, IEnumerable> get)
        {
            _members.Add(new NodeMember(name, MemberKind.List, typeof(TItem), node => get((T)node), null));
            return this;
        }

        public Builder<T> Simple<TValue>(string name, Func<T, TValue?> get, Action<T, TValue?> set) => Add(name, MemberKind.Simple, get, set);

        public Builder<T> Primitive(string name, Func<T, object?> get, Action<T, object?> set) => Add(name, MemberKind.Primitive, get, set);

        public NodeKind Build() => new(typeof(T), static () => new T(), _members);

        private Builder<T> Add<TValue>(string name, MemberKind kind, Func<T, TValue?> get, Action<T, TValue?> set)
        {
            _members.Add(new NodeMember(name, kind, typeof(TValue), node => get((T)node), (node, value) => set((T)node, (TValue?)value)));
            return this;
        }
    }
}
