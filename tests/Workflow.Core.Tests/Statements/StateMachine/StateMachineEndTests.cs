using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the cancellation of a state machine, and faults in its parts.</summary>
[Rule("18.4")]
public sealed class StateMachineEndTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_TriggersWait_CancelsThemAndEndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Machine(trigger: new Wait(_log, "a")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a waits", "a cancels");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_TriggerCloses_EndsCanceledWithoutTransition(Lane lane)
    {
        Running running = Runner.Start(Machine(trigger: Deaf("a"), condition: new Expr<bool>(_log, "never", () => true)), lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a waits", "a cancels", "a resumed ");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_DuringEntry_StartsNoTriggers(Lane lane)
    {
        Running running = Runner.Start(Machine(entry: Deaf("entry"), trigger: new Step(_log, "never")), lane);
        running.Cancel();
        running.Resume("entry");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("entry waits", "entry cancels", "entry resumed ");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_DuringCondition_TakesNoTransition(Lane lane)
    {
        Running running = Runner.Start(Machine(condition: new WaitFor<bool>(_log, "condition") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("condition", true);
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("condition waits", "condition cancels");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_DuringExit_SkipsAction(Lane lane)
    {
        Running running = Runner.Start(Machine(exit: Deaf("exit"), action: new Step(_log, "never")), lane);
        running.Cancel();
        running.Resume("exit");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("exit waits", "exit cancels", "exit resumed ");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_DuringAction_DoesNotEnterNextState(Lane lane)
    {
        Running running = Runner.Start(Machine(action: Deaf("action"), end: new Step(_log, "never")), lane);
        running.Cancel();
        running.Resume("action");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("action waits", "action cancels", "action resumed ");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_WhileOtherTriggersAreCanceled_TakesNoTransition(Lane lane)
    {
        StateMachine machine = Machine(exit: new Step(_log, "never"));
        machine.InitialState!.Transitions.Add(new Transition { Trigger = Deaf("other"), To = machine.States[1] });
        Running running = Runner.Start(machine, lane);
        Assert.True(running.IsIdle);
        running.Cancel();
        running.Resume("other");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("other waits", "other cancels", "other resumed ");
    }

    [Theory, Lanes]
    [Rule("3.8")]
    public void Cancel_FinalEntryCloses_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(Machine(end: Deaf("end")), lane);
        running.Cancel();
        running.Resume("end");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByTrigger_TakesNoTransition(Lane lane)
    {
        Running? running = null;
        running = Runner.Prepare(Machine(trigger: new Step(_log, "a", _ => running!.Cancel()), action: new Step(_log, "never")), lane);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a");
    }

    [Theory, Lanes]
    public void Trigger_CanceledByOther_DoesNotFire(Lane lane)
    {
        StateMachine machine = Machine(trigger: new Wait(_log, "a"), action: new Step(_log, "by a"));
        State end = machine.States[1];
        machine.InitialState!.Transitions.Add(new Transition { Trigger = new Wait(_log, "b"), To = end, Action = new Step(_log, "never") });
        Running running = Runner.Start(machine, lane);
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("b waits", "a waits", "a resumed ", "b cancels", "by a");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InEachPart_EndsMachine(Lane lane)
    {
        Step failing = new(_log, "failing", _boom);
        Assert.All(
            (StateMachine[])
            [
                Machine(entry: Failing()), Machine(trigger: Failing()), Machine(exit: Failing()), Machine(action: Failing()), Machine(end: Failing()),
                Machine(condition: new Expr<bool>(_log, "failing", () => throw _boom)),
            ],
            machine =>
            {
                _log.Clear();
                Runner.Run(machine, lane).AssertUnhandled(_boom);
                _log.AssertIs("failing");
            });
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_OfTrigger_TearsDownOthers(Lane lane)
    {
        StateMachine machine = Machine(trigger: new Step(_log, "failing", _boom));
        machine.InitialState!.Transitions.Add(new Transition { Trigger = new Wait(_log, "b"), To = machine.States[1] });
        Runner.Run(machine, lane).AssertUnhandled(_boom);
        _log.AssertIs("b waits", "failing", "b aborts");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_OfTriggerHandledAbove_KeepsOtherTriggers(Lane lane)
    {
        StateMachine machine = Machine(trigger: Failing(), action: new Step(_log, "never"));
        machine.InitialState!.Transitions.Add(new Transition { Trigger = new Wait(_log, "b"), To = machine.States[1], Action = new Step(_log, "by b") });
        Probe root = new(_log, "root", machine) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, machine);
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["b waits", "failing", "b resumed ", "by b"], _log.Entries.Where(entry => !entry.StartsWith("root", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Fault_OfActionCaughtOutside_CancelsMachine(Lane lane)
    {
        TryCatch root = new() { Try = Machine(action: Failing(), end: new Step(_log, "never")), Catches = { new Catch<InvalidOperationException>() } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("failing");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Fault_OfCanceledTrigger_AbortsWorkflow(Lane lane)
    {
        StateMachine machine = Machine(trigger: new Wait(_log, "a"));
        Probe failing = new(_log, "b") { Body = context => context.CreateBookmark("b"), OnCancel = _ => throw _boom };
        machine.InitialState!.Transitions.Add(new Transition { Trigger = failing, To = machine.States[1] });
        Running running = Runner.Start(machine, lane);
        running.Resume("a");
        running.End().AssertAbortedAround(_boom);
    }

    private Wait Deaf(string name) => new(_log, name) { IsDeaf = true };

    private Step Failing() => new(_log, "failing", _boom);

    /// <summary>Returns a machine with a state, one transition and a final state. Without a trigger, the transition is taken at once.</summary>
    private static StateMachine Machine(
        Activity? entry = null,
        Activity? trigger = null,
        Activity<bool>? condition = null,
        Activity? exit = null,
        Activity? action = null,
        Activity? end = null)
    {
        State last = new() { DisplayName = "last", Entry = end, IsFinal = true };
        State first = new() { DisplayName = "first", Entry = entry, Exit = exit };
        first.Transitions.Add(new Transition { Trigger = trigger, Condition = condition, Action = action, To = last });
        return new StateMachine { InitialState = first, States = { first, last } };
    }
}
