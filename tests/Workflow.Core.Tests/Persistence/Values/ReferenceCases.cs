using System.Collections.ObjectModel;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Shared references, cycles and deep nesting.</summary>
internal static class ReferenceCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("object that holds itself", Self, value => ReferenceEquals(value, value.Next)),
        Exact("ring of objects", Ring, value => (ReferenceEquals(value, value.Next!.Next), value.Next.Number)),
        Exact("object with one object twice", Twice, value => ReferenceEquals(value.Next, value.Other)),
        Exact("object with two equal ones", () => new Node { Next = new Node(), Other = new Node() }, value => ReferenceEquals(value.Next, value.Other)),
        Exact("parent and children", Family, value => value.Children.TrueForAll(child => ReferenceEquals(child.Parent, value))),
        Exact("list that holds itself", SelfList, value => ReferenceEquals(value, value[0])),
        Exact("array that holds itself", SelfArray, value => ReferenceEquals(value, value[0])),
        Exact("dictionary that holds itself", SelfDictionary, value => ReferenceEquals(value, value["me"])),
        Exact("list with one object twice", () => Shared(new Node()), value => ReferenceEquals(value[0], value[1])),
        Exact("objects that are plain", PlainObjects, value => (ReferenceEquals(value[0], value[1]), ReferenceEquals(value[0], value[2]))),
        Exact("arrays that are one", OneArray, value => ReferenceEquals(value[0], value[1])),
        Exact("bytes that are one", OneBytes, value => ReferenceEquals(value[0], value[1])),
        Exact("set with an element that holds the set", Member.InSet, value => (value.Set.Contains(value), value.Set.Count)),
        Exact("dictionary with a key that holds the dictionary", Member.AsKey, value => value.Map[value]),
        Exact("read-only collection over a list that is seen too", () => new Over(), value => value.Grows()),
        Exact("segments of one array", Segments, value => ReferenceEquals(value[0].Array, value[1].Array)),
        Exact("tuple of one object", OneTuple, value => ReferenceEquals(value.Item1, value.Item2)),
        Refused("tuple that holds itself", SelfTuple, "break the circle"),
        Exact("object in a tuple that it holds", HoldingTuple, value => ReferenceEquals(value.Tuple!.Item1, value)),
        Refused("read-only collection that holds itself", SelfReadOnly, "break the circle"),
        Exact("objects two hundred deep", () => Deep(200), Depth),
        Refused("objects three hundred deep", () => Deep(300), "256 levels"),
        Refused("objects a hundred thousand deep", () => Deep(100_000), "256 levels"),
        Exact("lists of an author's a hundred deep", () => DeepList(100), value => DepthOf(value)),
        Refused("lists of an author's two hundred deep", () => DeepList(200), "256 levels"),
        Exact("lists of objects a hundred deep", () => DeepObjects(100), value => DepthOf(value)),
        Refused("lists of objects two hundred deep", () => DeepObjects(200), "256 levels"),
        Exact(
            "many objects",
            () => Enumerable.Range(0, 20_000).Select(number => new Node { Number = number }).ToList(),
            value => value.Sum(node => (long)node.Number)),
        Exact("long text", () => new string('x', 1_000_000), value => value.Length),
        Exact("many numbers", () => Enumerable.Range(0, 100_000).ToArray(), value => value.Sum(number => (long)number)),
    ];

    private static Node Self()
    {
        Node node = new();
        node.Next = node;
        return node;
    }

    private static Node Ring()
    {
        Node one = new() { Number = 1 };
        one.Next = new Node { Number = 2, Next = one };
        return one;
    }

    private static Node Twice()
    {
        Node shared = new();
        return new Node { Next = shared, Other = shared };
    }

    private static Parent Family()
    {
        Parent parent = new();
        parent.Children.Add(new Child { Parent = parent });
        parent.Children.Add(new Child { Parent = parent });
        return parent;
    }

    private static List<object> SelfList()
    {
        List<object> list = [];
        list.Add(list);
        return list;
    }

    private static object[] SelfArray()
    {
        object[] array = new object[1];
        array[0] = array;
        return array;
    }

    private static Dictionary<string, object> SelfDictionary()
    {
        Dictionary<string, object> pairs = [];
        pairs["me"] = pairs;
        return pairs;
    }

    private static List<Node> Shared(Node node) => [node, node];

    private static List<object> PlainObjects()
    {
        object one = new();
        return [one, one, new object()];
    }

    private static int[][] OneArray()
    {
        int[] one = [1];
        return [one, one];
    }

    private static List<byte[]> OneBytes()
    {
        byte[] one = [1];
        return [one, one];
    }

    private static ArraySegment<int>[] Segments()
    {
        int[] array = [1, 2, 3];
        return [new(array, 0, 1), new(array, 1, 2)];
    }

    private static Tuple<Node, Node> OneTuple()
    {
        Node node = new();
        return Tuple.Create(node, node);
    }

    private static Tuple<Looping> SelfTuple()
    {
        Looping looping = new();
        looping.Tuple = Tuple.Create(looping);
        return looping.Tuple;
    }

    private static Looping HoldingTuple()
    {
        Looping looping = new();
        looping.Tuple = Tuple.Create(looping);
        return looping;
    }

    private static ReadOnlyCollection<Looping> SelfReadOnly()
    {
        Looping looping = new();
        looping.Items = new ReadOnlyCollection<Looping>([looping]);
        return looping.Items;
    }

    private static Node Deep(int levels)
    {
        Node node = new();
        for (int i = 1; i < levels; i++)
        {
            node = new Node { Next = node };
        }

        return node;
    }

    private static object? Depth(Node value)
    {
        int levels = 0;
        for (Node? node = value; node is not null; node = node.Next)
        {
            levels++;
        }

        return levels;
    }

    private static Nested DeepList(int levels)
    {
        Nested list = [];
        for (int i = 1; i < levels; i++)
        {
            list = [list];
        }

        return list;
    }

    private static int DepthOf(Nested value) => value.Count == 0 ? 1 : 1 + DepthOf(value[0]);

    private static List<object> DeepObjects(int levels)
    {
        List<object> list = [];
        for (int i = 1; i < levels; i++)
        {
            list = [list];
        }

        return list;
    }

    private static int DepthOf(List<object> value) => value.Count == 0 ? 1 : 1 + DepthOf((List<object>)value[0]);

    private sealed class Node
    {
        public int Number { get; set; }

        public Node? Next { get; set; }

        public Node? Other { get; set; }
    }

    private sealed class Parent
    {
        public List<Child> Children { get; } = [];
    }

    private sealed class Child
    {
        public Parent? Parent { get; set; }
    }

    private sealed class Looping
    {
        public Tuple<Looping>? Tuple { get; set; }

        public ReadOnlyCollection<Looping>? Items { get; set; }
    }

    private sealed class Nested : List<Nested>;

    /// <summary>An element whose hash code depends on its name. A collection must not call <c>GetHashCode</c> before the name is restored.</summary>
    private sealed class Member
    {
        public HashSet<Member> Set { get; } = [];

        public Dictionary<Member, string> Map { get; } = [];

        public string Name { get; set; } = "?";

        public static Member InSet()
        {
            Member member = new() { Name = "a" };
            member.Set.Add(member);
            return member;
        }

        public static Member AsKey()
        {
            Member member = new() { Name = "b" };
            member.Map.Add(member, "found");
            return member;
        }

        public override bool Equals(object? obj) => obj is Member member && member.Name == Name;

        public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);
    }

    private sealed class Over
    {
        private readonly List<int> _list = [];
        private readonly ReadOnlyCollection<int> _view;

        public Over() => _view = _list.AsReadOnly();

        public int Grows()
        {
            _list.Add(1);
            return _view.Count;
        }
    }
}
