using PortedActivities.Ordering;

namespace PortedActivities.Tests.Ordering;

public sealed class PrioritySequenceTests
{
    private readonly Log _log = new();

    [Fact]
    public async Task Steps_OfSeveralPriorities_RunInStableDescendingOrder()
    {
        Started run = new(new PrioritySequence { Steps = { Step(1, "d"), Step(7, "b"), Step(9, "a"), Step(7, "c") } });

        Assert.Equal(4, (await run.OutputsAsync())["StepsClosed"]);
        _log.AssertIs("a", "b", "c", "d");
    }

    [Fact]
    public async Task Steps_None_Complete() => Assert.Equal(0, (await new Started(new PrioritySequence()).OutputsAsync())["StepsClosed"]);

    [Fact]
    public async Task Priorities_ComeFromTheScopeAroundTheSequence()
    {
        Variable<int> urgent = new("urgent", 5);
        PrioritySequence steps = new()
        {
            Steps = { Step(3, "second"), new PriorityStep { Priority = urgent, Body = new Note(_log, _ => "first") } },
        };

        await new Started(new Sequence { Variables = { urgent }, Activities = { steps } }).OutputsAsync();
        _log.AssertIs("first", "second");
    }

    [Fact]
    public async Task Variables_OfTheSequence_AreSharedByItsSteps()
    {
        Variable<int> count = new("count");
        PrioritySequence steps = new()
        {
            Variables = { count },
            Steps =
            {
                new PriorityStep { Priority = 1, Body = new Note(_log, context => $"count {count.Get(context)}") },
                new PriorityStep { Priority = 2, Body = new Assign<int> { To = count, Value = 8 } },
            },
        };

        await new Started(steps).OutputsAsync();
        _log.AssertIs("count 8");
    }

    [Fact]
    public async Task Runs_OfOneDefinition_DoNotShareState()
    {
        Wait wait = new(_log, "wait");
        PrioritySequence steps = new() { Steps = { new PriorityStep { Priority = 2, Body = wait }, Step(1, "after") } };
        Started first = new(steps);
        Started second = new(steps);

        first.Cancel();
        await first.AssertCanceledAsync();
        Assert.True(second.IsRunning);
        second.Cancel();
        await second.AssertCanceledAsync();
        _log.AssertIs("wait waits", "wait waits", "wait cancels", "wait cancels");
    }

    [Fact]
    public async Task Cancel_WhileAStepWaits_RunsNoFurtherStep()
    {
        Started run = new(new PrioritySequence
        {
            Steps = { Step(1, "never"), new PriorityStep { Priority = 5, Body = new Wait(_log, "wait") }, Step(9, "before") }
        });
        run.Cancel();

        await run.AssertCanceledAsync();
        _log.AssertIs("before", "wait waits", "wait cancels");
    }

    [Fact]
    public async Task Fault_OfAStep_PropagatesAndRunsNoFurtherStep()
    {
        InvalidTimeZoneException thrown = new();
        PriorityStep failing = new() { Priority = 5, Body = new Step(_log, "fails", thrown) };

        await new Started(new PrioritySequence { Steps = { Step(1, "never"), failing, Step(9, "before") } }).AssertFailedAsync(thrown);
        _log.AssertIs("before", "fails");
    }

    [Fact]
    public async Task StepsClosed_FaultHandledByAnAncestor_DoesNotCountTheStep()
    {
        PrioritySequence steps = new()
        {
            Steps = { new PriorityStep { Priority = 5, Body = new Step(_log, "fails", new InvalidTimeZoneException()) }, Step(1, "never") }
        };
        TryCatch guarded = new() { Try = steps, Catches = { new Catch<InvalidTimeZoneException>() } };

        await new Started(guarded).OutputsAsync();
        _log.AssertIs("fails");
    }

    [Fact]
    public void Step_WithoutBodyOrPriority_IsRefused()
    {
        PrioritySequence steps = new() { DisplayName = "Day", Steps = { new PriorityStep { Priority = 1 }, new PriorityStep { Body = new Step(_log, "x") } } };
        Sequence workflow = new() { Activities = { steps } };
        InvalidWorkflowException invalid = Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(workflow));
        Assert.Contains("Step 0 of 'Day' has no body.", invalid.Message, StringComparison.Ordinal);
        Assert.Contains("'Priority1'", invalid.Message, StringComparison.Ordinal);
    }

    private PriorityStep Step(int priority, string name) => new() { Priority = priority, Body = new Step(_log, name) };
}
