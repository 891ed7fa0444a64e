using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Statements;

namespace Workflow.Core.Tests.Definition;

/// <summary>A definition is walked once and then frozen. The tests also move parts of a frozen definition to another one.</summary>
[Rule("12.3")]
public sealed class FreezeTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Metadata_IsCachedOnce(Lane lane)
    {
        int walks = 0, implementations = 0;
        Declares child = new("child", _ => walks++);
        Composite composite = new("composite", () =>
        {
            implementations++;
            return new Step(_log, "step");
        });
        Sequence root = new() { Activities = { child, composite } };
        Runner.Run(root, lane);
        Runner.Run(root, lane);
        WorkflowInvoker.Invoke(root);
        Assert.Equal((1, 1), (walks, implementations));
    }

    [Theory, Lanes]
    public void Changes_AfterTheFirstUse_HaveNoEffect(Lane lane)
    {
        Show<int> show = new(_log, 1);
        Probe root = new(_log, "root", show);
        Runner.Run(root, lane);
        _log.Clear();
        show.Value.Expression = new Expressions.Literal<int>(2);
        root.Variables.Add(new Variable<int>("late", _ => throw new InvalidOperationException("late")));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("1", _log.Entries);
    }

    [Theory, Lanes]
    public void Child_AddedAfterTheFirstUse_IsNotPartOfTheTree(Lane lane)
    {
        Probe root = new(_log, "root");
        Runner.Run(root, lane);
        root.Children.Add(new Step(_log, "late"));
        Assert.IsType<ArgumentException>(Runner.Run(root, lane).Reason);
    }

    [Theory, Lanes]
    public void Root_PartOfAnotherTree_CannotRunAlone(Lane lane)
    {
        Sequence former = new() { DisplayName = "former", Activities = { new Step(_log, "step") } };
        Runner.Run(former, lane);
        Sequence next = new() { DisplayName = "next", Activities = { former } };
        Runner.Run(next, lane).AssertCompleted(ActivityInstanceState.Closed);
        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(former));
        Assert.Contains("'former'", refused.Message, StringComparison.Ordinal);
        Assert.Contains("'next'", refused.Message, StringComparison.Ordinal);
        Runner.Run(next, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("step", "step", "step");
    }

    [Theory, Lanes]
    public void FormerParent_SchedulesAMovedChild_Faults(Lane lane)
    {
        // The child is at the same position in both trees, and at different positions.
        foreach (bool isSamePosition in new[] { true, false })
        {
            Show<int> taken = new(_log, 1);
            Sequence former = new() { Activities = { taken } };
            Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
            Sequence next = new() { Activities = { taken } };
            if (!isSamePosition)
            {
                next.Activities.Add(new Step(_log, "after"));
            }

            Runner.Run(next, lane).AssertCompleted(ActivityInstanceState.Closed);
            _log.Clear();
            Assert.IsType<ArgumentException>(Runner.Run(former, lane).Reason);
            Assert.Empty(_log.Entries);
            Runner.Run(next, lane).AssertCompleted(ActivityInstanceState.Closed);
        }
    }

    [Theory, Lanes]
    public void FormerParent_SchedulesAMovedNativeChild_Faults(Lane lane)
    {
        Step kept = new(_log, "kept"), taken = new(_log, "taken");
        Probe former = new(_log, "former", kept, taken);
        former.Body = context => context.ScheduleActivity(kept);
        Runner.Run(former, lane);
        Runner.Run(new Probe(_log, "next", taken), lane);
        _log.Clear();
        Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("former executes", "kept");
        former.Body = context => context.ScheduleActivity(taken);
        Assert.IsType<ArgumentException>(Runner.Run(former, lane).Reason);
    }

    [Theory, Lanes]
    public void FormerOwner_OfAMovedHandler_Faults(Lane lane)
    {
        DelegateInArgument<int> item = new();
        Sequence handler = new() { Activities = { new Step(_log, "step") } };
        ForEach<int> former = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }),
            Body = new ActivityAction<int> { Argument = item, Handler = handler },
        };
        Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Sequence { Activities = { new Step(_log, "other"), handler } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.IsType<InvalidOperationException>(Runner.Run(former, lane).Reason);
    }

    [Theory, Lanes]
    public void FormerOwner_OfAMovedDelegate_Faults(Lane lane)
    {
        ActivityAction<int> body = new() { Argument = new DelegateInArgument<int>(), Handler = new Step(_log, "step") };
        ForEach<int> former = Each(body);
        Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Sequence { Activities = { new Step(_log, "other"), Each(body) } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.IsType<ArgumentException>(Runner.Run(former, lane).Reason);

        static ForEach<int> Each(ActivityAction<int> action) => new() { Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }), Body = action };
    }

    [Theory, Lanes]
    public void FormerComposite_OfAMovedImplementation_Faults(Lane lane)
    {
        Sequence implementation = new() { Activities = { new Step(_log, "step") } };
        Composite former = new("former", () => implementation);
        Runner.Run(former, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Composite("next", () => implementation), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.IsType<InvalidOperationException>(Runner.Run(former, lane).Reason);
    }

    [Fact]
    public void InvalidTree_AfterTheErrorIsRemoved_IsWalkedAgain()
    {
        Sequence root = new() { Activities = { new WriteLine { Text = new InArgument<string>(new Expressions.ArgumentValue<string>("None")) } } };
        Definitions.ErrorsOf(root);
        Definitions.ErrorsOf(root);
        root.Activities.Clear();
        Definitions.AssertValid(root);
    }

    [Fact]
    [Rule("5.10")]
    public void CacheMetadata_Throws_ReachesTheCallerEachTime()
    {
        InvalidOperationException thrown = new("metadata");
        Sequence root = new() { Activities = { new Declares("child", _ => throw thrown) } };
        Assert.Same(thrown, Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(root)));
        Assert.Same(thrown, Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(root)));
    }

    [Fact]
    public async Task FirstUse_OnTwoThreadsAtOnce_WalksOnceAndRunsTwice()
    {
        for (int round = 0; round < 50; round++)
        {
            int walks = 0;
            Variable<int> variable = new("variable", 1);
            Sequence root = new() { Variables = { variable } };
            root.Activities.Add(new Declares("counting", _ => Interlocked.Increment(ref walks)));
            for (int i = 0; i < 20; i++)
            {
                root.Activities.Add(new Assign<int> { To = variable, Value = new InArgument<int>(context => variable.Get(context) + 1) });
            }

            Log log = new();
            root.Activities.Add(new Show<int>(log, variable));
            using Barrier start = new(2);
            Task[] runs =
            [
                .. Enumerable.Range(0, 2).Select(_ => Task.Factory.StartNew(
                    () =>
                    {
                        start.SignalAndWait(HangGuard.Limit);
                        WorkflowInvoker.Invoke(root);
                    },
                    CancellationToken.None,
                    TaskCreationOptions.LongRunning,
                    TaskScheduler.Default)),
            ];
            await Task.WhenAll(runs).WaitAsync(HangGuard.Limit);
            Assert.Equal(1, walks);
            log.AssertIs("21", "21");
        }
    }

    [Fact]
    public async Task Runs_OnManyThreads_AreIsolated()
    {
        Variable<int> sum = new("sum");
        Composite adder = null!;
        adder = new Composite("adder", () => new Sequence
        {
            Variables = { sum },
            Activities =
            {
                new ForEach<int> { Values = new InArgument<IEnumerable<int>>(context => Enumerable.Range(1, adder.Input!.Get(context))), Body = Adding(sum) },
                new Assign<int> { To = new OutArgument<int>(new Expressions.ArgumentReference<int>("Output")), Value = sum },
            },
        });
        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
        {
            for (int n = 0; n < 200; n++)
            {
                IDictionary<string, object?> outputs = WorkflowInvoker.Invoke(adder, new Dictionary<string, object?> { ["Input"] = n });
                Assert.Equal(n * (n + 1) / 2, outputs["Output"]);
            }
        }))).WaitAsync(HangGuard.Limit);

        static ActivityAction<int> Adding(Variable<int> sum)
        {
            DelegateInArgument<int> item = new();
            return new ActivityAction<int>
            {
                Argument = item,
                Handler = new Assign<int> { To = sum, Value = new InArgument<int>(context => sum.Get(context) + item.Get(context)) },
            };
        }
    }

    [Fact]
    public void Program_OfATree_IsTheSameObjectEachTime()
    {
        Step root = new(_log, "step");
        Program program = Definitions.Freeze(root);
        Assert.Same(program, Definitions.Freeze(root));
        Assert.Same(root, program.Root);
    }
}
