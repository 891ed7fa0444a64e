using System.Collections;
using System.Collections.Immutable;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// A loop that is saved between its values runs its body once for each value, even if the collection enumerates in another order after the load.
/// </summary>
[Rule("7.5.3")]
public sealed class SavedLoopTests
{
    private readonly Log _log = new();

    public static TheoryData<string> Collections =>
    [
        "array", "list", "queue", "stack", "linked", "hash", "sorted", "immutable list", "immutable hash", "immutable sorted", "shuffled", "expression",
    ];

    [Theory]
    [MemberData(nameof(Collections))]
    public void ForEach_SavedAtEachValue_RunsEachOnce(string kind)
    {
        for (int saves = 1; saves <= 4; saves++)
        {
            _log.Clear();
            Reloading running = Start(Make(kind), out _);
            for (int i = 0; i < 4; i++)
            {
                if (i < saves)
                {
                    Shuffled.IsReversed = i % 2 == 0;
                    running.Reload(i % 2 == 0 ? Lane.Slow : Lane.Fast);
                }

                running.Resume("w");
            }

            Shuffled.IsReversed = false;
            running.End().AssertCompleted(ActivityInstanceState.Closed);
            Assert.Equal(["1", "2", "3", "4"], _log.Entries.Where(entry => entry.Length == 1).Order(StringComparer.Ordinal));
        }
    }

    [Fact]
    public void ForEach_ValuesRemovedAfterUse_RunsEachOnce()
    {
        HashSet<int> values = [1, 2, 3, 4];
        Reloading running = Start(values, out Variable<IEnumerable<int>> variable);
        for (int i = 0; i < 4; i++)
        {
            // The collection allows removal during the enumeration, so the loop continues.
            Assert.True(((HashSet<int>)Held(running, variable)).Remove(i + 1));
            running.Reload();
            running.Resume("w");
        }

        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["1", "2", "3", "4"], _log.Entries.Where(entry => entry.Length == 1));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void ForEach_ListChanged_FailsAtNextStep(bool isChangedAfterTheLoad, bool isSorted)
    {
        ICollection<int> values = isSorted ? new SortedSet<int> { 1, 2, 3 } : new List<int> { 1, 2, 3 };
        Reloading running = Start(values, out Variable<IEnumerable<int>> variable);
        if (isChangedAfterTheLoad)
        {
            running.Reload();
        }

        ((ICollection<int>)Held(running, variable)).Add(isSorted ? 0 : 4);
        if (!isChangedAfterTheLoad && isSorted)
        {
            Assert.Contains("changed", Assert.Throws<SnapshotException>(() => running.Save()).Message, StringComparison.Ordinal);
        }
        else
        {
            running.Reload().Reload();
        }

        running.Resume("w");
        Assert.IsType<InvalidOperationException>(running.End().Reason);
    }

    [Fact]
    public void ForEach_NotACollection_IsRefused()
    {
        Reloading running = Start(new Worked(), out _);
        Assert.Throws<SnapshotException>(() => running.Save());
        running.Resume("w");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    private static IEnumerable<int> Make(string kind) => kind switch
    {
        "expression" => [1, 2, 3, 4],
        "array" => new[] { 1, 2, 3, 4 },
        "list" => new List<int> { 1, 2, 3, 4 },
        "queue" => new Queue<int>([1, 2, 3, 4]),
        "stack" => new Stack<int>([1, 2, 3, 4]),
        "linked" => new LinkedList<int>([1, 2, 3, 4]),
        "hash" => new HashSet<int> { 4, 1, 3, 2 },
        "sorted" => new SortedSet<int> { 4, 1, 3, 2 },
        "immutable list" => ImmutableList.Create(1, 2, 3, 4),
        "immutable hash" => ImmutableHashSet.Create(1, 2, 3, 4),
        "immutable sorted" => ImmutableSortedSet.Create(1, 2, 3, 4),
        _ => new Shuffled { 1, 2, 3, 4 },
    };

    private static IEnumerable<int> Held(Reloading running, Variable<IEnumerable<int>> variable) =>
        (IEnumerable<int>)running.Executor.State.Root!.Own!.Slots[variable.Slot].Value!;

    private Reloading Start(IEnumerable<int> values, out Variable<IEnumerable<int>> variable)
    {
        Variable<IEnumerable<int>> held = variable = new Variable<IEnumerable<int>>("values", _ => values);
        DelegateInArgument<int> item = new("item");
        ForEach<int> loop = new()
        {
            DisplayName = "loop",
            Values = new InArgument<IEnumerable<int>>(context => held.Get(context)),
            Body = new ActivityAction<int>
            {
                Argument = item,
                Handler = new Sequence { Activities = { new Wait(_log, "w"), new Note(_log, context => $"{item.Get(context)}") } },
            },
        };
        TypeRegistry types = new TypeRegistry()
            .Add<Queue<int>>("my queue")
            .Add<Stack<int>>("my stack")
            .Add<LinkedList<int>>("my linked")
            .Add<SortedSet<int>>("my sorted")
            .Add<ImmutableSortedSet<int>>("my immutable sorted")
            .Add<ImmutableList<int>>("my immutable list")
            .Add<ImmutableHashSet<int>>("my immutable hash")
            .Add<Shuffled>("my shuffled")
            .Add<Worked>("my worked");
        return new Reloading(new Sequence { Variables = { held }, Activities = { loop } }, Lane.Fast, types).Start();
    }

    /// <summary>A collection that enumerates in another order after a load, as in another process.</summary>
    private sealed class Shuffled : ICollection<int>
    {
        private readonly List<int> _values = [];

        public static bool IsReversed { get; set; }

        public int Count => _values.Count;

        public bool IsReadOnly => false;

        private bool Reverses { get; } = IsReversed;

        public void Add(int item) => _values.Add(item);

        public void Clear() => _values.Clear();

        public bool Contains(int item) => _values.Contains(item);

        public void CopyTo(int[] array, int arrayIndex) => _values.CopyTo(array, arrayIndex);

        public bool Remove(int item) => _values.Remove(item);

        public IEnumerator<int> GetEnumerator() => (Reverses ? _values.AsEnumerable().Reverse() : _values).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class Worked : IEnumerable<int>
    {
        public IEnumerator<int> GetEnumerator()
        {
            yield return 1;
            yield return 2;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
