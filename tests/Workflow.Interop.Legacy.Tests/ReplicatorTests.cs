using System.Collections;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>The replicator (A.12), also with data that change while it runs.</summary>
[Trait("Paragraph", "A.12")]
public sealed class ReplicatorTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [InlineData(ExecutionType.Sequence, "+a0 x y -a +b1 x y -b done")]
    [InlineData(ExecutionType.Parallel, "+a1 +b1 x x y y -a -b done")]
    public void Replicator_RunsACloneForEachDatum(ExecutionType type, string expected)
    {
        ReplicatorActivity replicator = Traced(Replicator("r", type, new[] { "a", "b" }, Sequence("s", Code("x", _trace), Code("y", _trace))));
        using Run run = Run.Of(replicator);
        Assert.Equal(expected, string.Join(' ', _trace));
        Assert.Equal("Completed", run.Last);
        Assert.True(replicator.AllChildrenComplete);
        Assert.Equal(["a", "b"], replicator.CurrentChildData.Cast<string>());
    }

    [Theory]
    [InlineData(ExecutionType.Sequence)]
    [InlineData(ExecutionType.Parallel)]
    public void Replicator_WithoutData_Completes(ExecutionType type)
    {
        using Run run = Run.Of(Traced(Replicator("r", type, Array.Empty<object>(), Code("x", _trace))));
        Assert.Equal(["done"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void ChildInitialized_SetsDatum_CloneUsesIt()
    {
        ReplicatorActivity replicator = Replicator(
            "r",
            ExecutionType.Parallel,
            new[] { "a", "b" },
            Sequence("s", new Described("d", (_, e) => _trace.Add(e.Text))));
        replicator.ChildInitialized += (_, e) => ((Described)e.Activity.GetActivityByName("d", true)!).Text = (string)e.InstanceData!;
        using Run run = Run.Of(replicator);
        Assert.Equal(["a", "b"], _trace);
    }

    [Theory]
    [InlineData(ExecutionType.Sequence, "x1 x2 x3 x4")]
    [InlineData(ExecutionType.Parallel, "x1 x2 x3 x4")]
    public void CurrentChildData_Grows_RunsNewClones(ExecutionType type, string expected)
    {
        ReplicatorActivity replicator = Replicator("r", type, new[] { 1, 2 }, Code("x", (_, _) => { }));
        replicator.ChildCompleted += (_, e) =>
        {
            _trace.Add($"x{e.InstanceData}");
            if (_trace.Count < 3)
            {
                replicator.CurrentChildData.Add(_trace.Count + 2);
            }
        };
        using Run run = Run.Of(replicator);
        Assert.Equal(expected, string.Join(' ', _trace));
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void CurrentChildData_RunningDatumRemoved_CancelsClone()
    {
        Looped waiting = new("w");
        waiting.Canceled += (_, _) => _trace.Add("canceled");
        ReplicatorActivity replicator = Traced(Replicator("r", ExecutionType.Parallel, new[] { 1, 2, 3 }, waiting));
        replicator.ChildInitialized += (_, e) =>
        {
            if (e.InstanceData is 3)
            {
                replicator.CurrentChildData.RemoveAt(0);
                replicator.CurrentChildData.Remove(2);
            }
        };
        using Run run = Run.Of(Sequence("s", replicator, Code("after", _trace)));
        Assert.Equal(["+12", "+22", "+32", "canceled", "canceled"], _trace);
        Assert.Equal("Idled", run.Last);
        Assert.Same(replicator.DynamicActivities.Single(), replicator.DynamicActivities.Single());
        Assert.True(replicator.IsExecuting(0));
        Assert.Equal([3], replicator.CurrentChildData.Cast<int>());
    }

    [Fact]
    public void CurrentChildData_PendingDatumRemoved_DiscardsClone()
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Sequence, new[] { 1, 2, 3 }, Code("x", _trace));
        replicator.ChildInitialized += (_, e) =>
        {
            _trace.Add($"{e.InstanceData}");
            if (e.InstanceData is 2)
            {
                replicator.CurrentChildData.Remove(2);
            }
        };
        using Run run = Run.Of(replicator);
        Assert.Equal(["1", "x", "2", "3", "x"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void CurrentChildData_ChangedBeforeCurrent_KeepsOrder()
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Sequence, new[] { 1, 2, 3 }, Code("x", (_, _) => { }));
        replicator.ChildCompleted += (_, e) =>
        {
            _trace.Add($"{e.InstanceData}@{replicator.CurrentIndex}");
            if (e.InstanceData is 1)
            {
                replicator.CurrentChildData.Insert(0, 0);
            }
            else if (e.InstanceData is 2)
            {
                replicator.CurrentChildData.RemoveAt(0);
                replicator.CurrentChildData[0] = 9;
            }
        };
        using Run run = Run.Of(replicator);
        Assert.Equal(["1@0", "2@2", "3@2"], _trace);
        Assert.Equal([9, 2, 3], replicator.CurrentChildData.Cast<int>());
    }

    [Fact]
    public void CurrentChildData_ReplicatorNotRunning_CannotChange()
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Sequence, new[] { 1 }, Code("x", _trace));
        Assert.Contains("'r'", Assert.Throws<InvalidOperationException>(() => replicator.CurrentChildData.Add(1)).Message, StringComparison.Ordinal);
        using Run run = Run.Of(replicator);
        Assert.Throws<InvalidOperationException>(replicator.CurrentChildData.Clear);
        Assert.Throws<ArgumentOutOfRangeException>(() => replicator.IsExecuting(1));
    }

    [Fact]
    public void UntilCondition_True_CancelsRest()
    {
        bool isEnough = false;
        ReplicatorActivity replicator = Traced(Replicator("r", ExecutionType.Parallel, new[] { 1, 2 }, new IfElseActivity("if").With(
            new IfElseBranchActivity("b1") { Condition = Condition(() => !isEnough) }.With(Code("x", (_, _) => isEnough = true)),
            new IfElseBranchActivity("b2").With(new Looped("w")))));
        replicator.UntilCondition = Condition(() => isEnough);
        using Run run = Run.Of(replicator);
        Assert.Equal("done", _trace[^1]);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void UntilCondition_True_IsNotEvaluatedAgain()
    {
        int count = 0;
        Looped waiting = new("w");
        waiting.Canceled += (_, _) => _trace.Add("canceled");
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Parallel, new[] { 1, 2, 3, 4 }, new IfElseActivity("if").With(
            new IfElseBranchActivity("b1") { Condition = Condition(() => count++ == 0) }.With(Code("x", _trace)),
            new IfElseBranchActivity("b2").With(waiting)));
        replicator.UntilCondition = Condition(() =>
        {
            _trace.Add("until");
            return count > 0;
        });
        using Run run = Run.Of(replicator);
        Assert.Equal(["until", "x", "until", "canceled", "canceled", "canceled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void CurrentIndex_NoCloneRuns_IsLastIndex()
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Sequence, new[] { 1, 2, 3 }, Code("x", (_, _) => { }));
        replicator.ChildCompleted += (_, _) => _trace.Add($"child {replicator.CurrentIndex}");
        replicator.UntilCondition = Condition(() =>
        {
            _trace.Add($"until {replicator.CurrentIndex}");
            return _trace.Count > 4;
        });
        replicator.Completed += (_, _) => _trace.Add($"completed {replicator.CurrentIndex}");
        using Run run = Run.Of(replicator);
        Assert.Equal(["until 2", "child 0", "until 0", "child 1", "until 1", "completed 2"], _trace);
        Assert.Equal(2, replicator.CurrentIndex);
    }

    /// <summary>Children change the data at random when they end. Each datum that is present when the replicator reaches it runs once.</summary>
    [Theory]
    [InlineData(ExecutionType.Sequence)]
    [InlineData(ExecutionType.Parallel)]
    public void CurrentChildData_RandomChanges_EachDatumRunsOnce(ExecutionType type)
    {
        for (int seed = 0; seed < 40; seed++)
        {
            Random random = new(seed);
            HashSet<int> begun = [];
            HashSet<int> ended = [];
            int next = 5;
            ReplicatorActivity replicator = Replicator(
                "r",
                type,
                Enumerable.Range(0, next).ToArray(),
                Sequence("s", Code("x", (_, _) => { }), Code("y", (_, _) => { })));
            replicator.ChildInitialized += (_, e) => Assert.True(begun.Add((int)e.InstanceData!));
            replicator.ChildCompleted += (_, e) =>
            {
                Assert.True(ended.Add((int)e.InstanceData!));
                for (int change = random.Next(4); change > 0; change--)
                {
                    IList data = replicator.CurrentChildData;
                    if (random.Next(3) > 0 && next < 60)
                    {
                        data.Insert(random.Next(2) == 0 ? data.Count : random.Next(data.Count + 1), next++);
                    }
                    else if (data.Count > 0)
                    {
                        data.RemoveAt(random.Next(data.Count));
                    }
                }

                int open = replicator.CurrentChildData.Cast<int>().Count(datum => !ended.Contains(datum));
                Assert.Equal(open == 0, replicator.AllChildrenComplete);
            };
            using Run run = Run.Of(replicator);
            Assert.Equal("Completed", run.Last);
            Assert.All(replicator.CurrentChildData.Cast<int>(), datum => Assert.True(type == ExecutionType.Sequence || ended.Contains(datum)));
        }
    }

    [Fact]
    public void UntilCondition_False_WaitsForData()
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Sequence, new[] { 1 }, Code("x", _trace));
        replicator.UntilCondition = Condition(() => false);
        using Run run = Run.Of(replicator);
        Assert.Equal(["x"], _trace);
        Assert.Equal("Idled", run.Last);
    }

    [Theory]
    [InlineData(ExecutionType.Sequence)]
    [InlineData(ExecutionType.Parallel)]
    public void Handlers_Throw_FaultReplicator(ExecutionType type)
    {
        ReplicatorActivity replicator = Replicator("r", type, new[] { 1, 2 }, Code("x", _trace));
        replicator.ChildInitialized += (_, e) => _ = e.InstanceData is 2 ? throw new FormatException("second") : 0;
        using Run run = Run.Of(replicator);
        Assert.Equal("second", run.Exception!.Message);
        ReplicatorActivity completed = Replicator("r", type, new[] { 1, 2 }, Code("x", _trace));
        completed.ChildCompleted += (_, _) => throw new FormatException("closed");
        using Run other = Run.Of(completed);
        Assert.Equal("closed", other.Exception!.Message);
        Assert.Equal("Terminated", other.Last);
    }

    [Fact]
    public void Replicators_WithManyData_Complete()
    {
        int count = 0;
        using Run run = Run.Of(Replicator("r", ExecutionType.Parallel, Enumerable.Range(0, 2_000).ToArray(), Code("x", (_, _) => count++)));
        Assert.Equal(2_000, count);
        Assert.Equal("Completed", run.Last);
    }

    /// <summary>
    /// Each datum is added in a step of its own, while the clones of all earlier data run. A step that looks at all of them allocates a collection of them, so
    /// four times the data would allocate sixteen times the bytes.
    /// </summary>
    [Fact]
    public void CurrentChildData_GrowsStepByStep_AllocatesLinearly()
    {
        Grow(20);
        long few = Grow(500), many = Grow(2_000);
        Assert.InRange(many, 3 * few, 5 * few);
    }

    [Fact]
    public void Replicator_WithMoreData_AllocatesLinearly()
    {
        Complete(20);
        long few = Complete(500), many = Complete(2_000);
        Assert.InRange(many, 3 * few, 5 * few);
    }

    /// <summary>Returns the bytes that a workflow allocates that adds data one by one.</summary>
    private static long Grow(int count)
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Parallel, Array.Empty<object>(), new Looped("w"));
        replicator.UntilCondition = Condition(() => false);
        int added = 0;
        CodeActivity add = Code("add", (_, _) => replicator.CurrentChildData.Add(added++));
        long before = GC.GetAllocatedBytesForCurrentThread();
        using Run run = Run.Of(Parallel("p", Sequence("left", replicator), Sequence("right", While("loop", () => added < count, add))));
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.Equal(count, replicator.DynamicActivities.Count);
        return bytes;
    }

    /// <summary>Returns the bytes that a workflow allocates whose clones all run to their end.</summary>
    private static long Complete(int count)
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Parallel, Enumerable.Range(0, count).ToArray(), Code("x", (_, _) => { }));
        long before = GC.GetAllocatedBytesForCurrentThread();
        using Run run = Run.Of(replicator);
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(replicator.AllChildrenComplete);
        return bytes;
    }

    private ReplicatorActivity Traced(ReplicatorActivity replicator)
    {
        replicator.ChildInitialized += (_, e) => _trace.Add($"+{e.InstanceData}{replicator.CurrentIndex}");
        replicator.ChildCompleted += (_, e) => _trace.Add($"-{e.InstanceData}");
        replicator.Completed += (_, _) => _trace.Add("done");
        return replicator;
    }

    private sealed class Described : Activity
    {
        public static readonly DependencyProperty TextProperty = DependencyProperty.Register("Text", typeof(string), typeof(Described));
        public static readonly DependencyProperty ShownEvent = DependencyProperty.Register(
            "Shown",
            typeof(EventHandler<DescribedEventArgs>),
            typeof(Described));

        public Described(string name, EventHandler<DescribedEventArgs> shown)
            : base(name) => AddHandler(ShownEvent, shown);

        public string Text
        {
            get => (string)GetValue(TextProperty)!;
            set => SetValue(TextProperty, value);
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            RaiseGenericEvent(ShownEvent, this, new DescribedEventArgs(Text));
            return ActivityExecutionStatus.Closed;
        }
    }

    private sealed class DescribedEventArgs(string text) : EventArgs
    {
        public string Text { get; } = text;
    }
}
