using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
public sealed class SequenceTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() =>
        new Sequence { Activities = { new Step(Log, "a"), new Sequence { Activities = { new Step(Log, "b") } }, new Step(Log, "c") } };

    [Theory, Lanes]
    public void Activities_Several_RunInOrder(Lane lane)
    {
        Runner.Run(Steps("a", "b", "c"), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c");
    }

    [Theory, Lanes]
    public void Activities_None_ClosesAtOnce(Lane lane) => Runner.Run(new Sequence(), lane).AssertCompleted(ActivityInstanceState.Closed);

    [Fact]
    public void Collections_GivenNull_Refuse()
    {
        Sequence sequence = new();
        Assert.Throws<ArgumentNullException>(() => sequence.Activities.Add(null!));
        Assert.Throws<ArgumentNullException>(() => sequence.Variables.Add(null!));
    }

    [Fact]
    [Rule("12.2")]
    public void Activities_OneObjectTwice_IsInvalid()
    {
        Step step = new(Log, "twice");
        Invalid.AssertRoot(new Sequence { Activities = { step, step } }, "'twice' is used by 'Sequence' and by 'Sequence'");
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Activities_AddedAfterFirstRun_AreIgnored(Lane lane)
    {
        Sequence sequence = Steps("a");
        Runner.Run(sequence, lane);
        sequence.Activities.Add(new Step(Log, "late"));
        Runner.Run(sequence, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "a");
    }

    [Theory, Lanes]
    public void Variables_SharedBySteps_AreResetInEachRun(Lane lane)
    {
        Variable<int> total = new("total", 1);
        Sequence inner = new()
        {
            Variables = { total },
            Activities =
            {
                new Note(Log, context => $"{total.Get(context)}"),
                new Assign<int> { To = total, Value = new(context => total.Get(context) + 41) },
                new Note(Log, context => $"{total.Get(context)}"),
            },
        };
        int passes = 0;
        Runner.Run(new While(_ => passes++ < 2) { Body = inner }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("1", "42", "1", "42");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_StepWaits_CancelsItAndStartsNoOther(Lane lane)
    {
        Running running = Runner.Start(new Sequence { Activities = { new Step(Log, "a"), new Wait(Log, "w"), new Step(Log, "never") } }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a", "w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_StepClosesStepsRemain_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new Sequence { Activities = { new Wait(Log, "w") { IsDeaf = true }, new Step(Log, "never") } }, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels", "w resumed ");
    }

    [Theory]
    [Lanes(1)]
    [Lanes(2)]
    [Rule("3.6")]
    public void Cancel_LastStepCloses_EndsClosed(int steps, Lane lane)
    {
        Sequence sequence = new();
        if (steps == 2)
        {
            sequence.Activities.Add(new Step(Log, "a"));
        }

        sequence.Activities.Add(new Wait(Log, "w") { IsDeaf = true });
        Running running = Runner.Start(sequence, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByStep_FinishesStepAndStartsNoOther(Lane lane)
    {
        RunWithCancel(
            cancel => new Sequence { Activities = { new Step(Log, "a", _ => cancel()), new Step(Log, "never") } },
            lane).AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_RequestedByLastStep_EndsClosed(Lane lane)
    {
        RunWithCancel(
            cancel => new Sequence { Activities = { new Step(Log, "a"), new Step(Log, "b", _ => cancel()) } },
            lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_InNestedSequence_EndsBoth(Lane lane)
    {
        RunWithCancel(
            cancel => new Sequence { Activities = { new Sequence { Activities = { new Step(Log, "a", _ => cancel()) } }, new Step(Log, "never") } },
            lane).AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a");
    }

    [Theory]
    [Lanes(0)]
    [Lanes(1)]
    [Lanes(2)]
    [Rule("5.5")]
    public void Fault_InStep_EndsSequence(int failing, Lane lane)
    {
        Sequence sequence = new();
        for (int i = 0; i < 3; i++)
        {
            sequence.Activities.Add(i == failing ? new Step(Log, $"{i}", _boom) : new Step(Log, $"{i}"));
        }

        Runner.Run(sequence, lane).AssertUnhandled(_boom);
        Log.AssertIs([.. Enumerable.Range(0, failing + 1).Select(i => $"{i}")]);
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_HandledAbove_ContinuesWithNextStep(Lane lane)
    {
        Sequence inner = new() { Activities = { new Step(Log, "failing", _boom), new Step(Log, "b") } };
        RunHandled(new Sequence { Activities = { inner, new Step(Log, "c") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "failing", "root ! boom from failing", "b", "c", "root < Sequence Closed");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_CaughtOutside_SuppressesRemainingSteps(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Sequence
            {
                Activities = { new Sequence { Activities = { new Step(Log, "failing", _boom), new Step(Log, "never") } }, new Step(Log, "never") }
            },
            Catches = { new Catch<InvalidOperationException>() },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Termination_InStep_RunsNoOther(Lane lane)
    {
        Sequence sequence = new() { Activities = { new TerminateWorkflow { Exception = new(_ => _boom) }, new Step(Log, "never") } };
        Assert.Same(_boom, Runner.Run(sequence, lane).Reason);
        Log.AssertIs();
    }

    [Theory, Lanes]
    public void Sequence_DeeplyNested_RunsInnermostStep(Lane lane)
    {
        Activity nested = new Step(Log, "innermost");
        for (int i = 0; i < 1000; i++)
        {
            nested = new Sequence { Activities = { nested } };
        }

        Runner.Run(nested, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("innermost");
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void Sequences_InParallel_InterleaveAtWaits(Lane lane)
    {
        Parallel root = new()
        {
            Branches =
            {
                new Sequence { Activities = { new Step(Log, "a1"), new Wait(Log, "a"), new Step(Log, "a2") } },
                new Sequence { Activities = { new Step(Log, "b1"), new Wait(Log, "b"), new Step(Log, "b2") } },
            },
        };
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a1", "a waits", "b1", "b waits", "b resumed ", "b2", "a resumed ", "a2");
    }

    private Sequence Steps(params string[] names)
    {
        Sequence sequence = new();
        foreach (string name in names)
        {
            sequence.Activities.Add(new Step(Log, name));
        }

        return sequence;
    }
}
