// This file has over 400 lines because it contains the workflows that only its tests use.
extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>Changes at difficult moments: before hooks of earlier changes have run, in hooks, in event handlers, and in nested loops (A.13a item 13).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ChangeAttackTests : IDisposable
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly Host _host;

    public ChangeAttackTests()
    {
        _store = new InMemoryInstanceStore(_clock);
        _host = new Host(_store, _clock);
    }

    [Fact]
    public void Removal_InstanceSuspended_IsSavedBeforeHook()
    {
        Hooked.Seen = [];
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Hooked("late").With(new Step("inLate"))));
        instance.Suspend("stop");
        instance.Change(static changes => changes.TransientWorkflow.Activities.Remove(changes.TransientWorkflow.Activities["late"]!));
        instance.Unload();
        instance.Load();
        instance.Resume();
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 after ", _host.Outputs["Trace"]);
        Assert.Equal(["late initialize", "late uninitialize"], Hooked.Seen);
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void Removal_ChildOfRunningActivity_IsSavedBeforeHook()
    {
        Hooked.Seen = [];
        WorkflowInstance instance = _host.Start(typeof(Informed));
        instance.Suspend("stop");
        instance.Change(static changes => changes.In("hooked").Activities.RemoveAt(0));
        instance.Change(static changes => changes.In("hooked").Activities.Add(new Step("added")));
        instance.Unload();
        instance.Load();
        instance.Resume();
        _host.Continue(instance);
        Assert.Equal(
            ["hooked initialize", "hooked remove child", "hooked completed", "hooked add added", "hooked completed"],
            Hooked.Seen.Where(static line => line != "hooked uninitialize"));
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void Removal_AdditionNotAnnounced_IsNotAnnounced()
    {
        Hooked.Seen = [];
        WorkflowInstance instance = _host.Start(typeof(Informed));
        instance.Suspend("stop");
        instance.Change(static changes => changes.In("hooked").Activities.Add(new Step("added")));
        instance.Change(static changes => changes.In("hooked").Activities.RemoveAt(1));
        instance.Unload();
        instance.Resume();
        _host.Continue(instance);
        Assert.DoesNotContain("hooked add added", Hooked.Seen);
        Assert.DoesNotContain("hooked remove added", Hooked.Seen);
        Assert.Equal("informed(hooked(child) never)", instance.Definition());
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void Branch_RemovedBeforeAnnouncement_DoesNotRun()
    {
        WorkflowInstance instance = _host.Start(typeof(Composites));
        instance.Suspend("stop");
        instance.Change(static changes => changes.In("parallel").Activities.Add(Sequence("third", new Step("inThird"))));
        instance.Change(static changes => changes.In("parallel").Activities.RemoveAt(2));
        instance.Resume();
        _host.Continue(instance);
        Assert.Equal("Idled", _host.Events.Last());
        _host.Send(instance, "readLeft", 1);
        _host.Send(instance, "readRight", 1);
        Assert.Equal("Completed", _host.Events.Last());
        Assert.Equal("inDone inBranch ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void FaultHandler_AddedToRunningSequence_HandlesExceptions()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Change(static changes =>
        {
            changes.TransientWorkflow.Activities.Insert(2, new ThrowActivity("fail") { FaultType = typeof(FormatException) });
            changes.TransientWorkflow.Activities.Add(Handlers("handlers", Handler<FormatException>("handler", new Step("handled"))));
        });
        instance.Unload();
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 handled ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Condition_Throws_RefusesChange()
    {
        Throwing.Fails = true;
        WorkflowInstance instance = _host.Start(typeof(Throwing));
        Assert.Equal(
            "condition",
            Assert.Throws<FormatException>(() => instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")))).Message);
        Assert.Equal("throwing(wait)", instance.Definition());
        Throwing.Fails = false;
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
        instance.Unload();
        _host.Send(instance, "wait", 1);
        Assert.Equal("new ", _host.Outputs["Trace"]);
        Assert.Empty(_host.Failures);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void NestedLoop_Changed_ChangesRunningClones(bool unloads)
    {
        WorkflowInstance instance = _host.Start(typeof(NestedLoops));
        _host.Send(instance, "next", 1);
        instance.Change(static changes => changes.In("inner").Activities.Add(new Step("new")));
        if (unloads)
        {
            instance.Unload();
        }

        for (int i = 2; i <= 4; i++)
        {
            _host.Send(instance, "next", i);
        }

        Assert.Equal("next=1 next=2 new next=3 new next=4 new ", _host.Outputs["Trace"]);
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void NestedLoop_ChangesFail_IsUnchanged()
    {
        WorkflowInstance instance = _host.Start(typeof(NestedLoops));
        Assert.Throws<InvalidOperationException>(
            () => instance.Change(static changes => changes.In("inner").Activities.Add(Code("lambda", static (_, _) => { }))));
        Hooked.FailsIn = "bad initialize";
        Hooked.Seen = [];
        Assert.Throws<FormatException>(() => instance.Change(static changes =>
        {
            changes.In("inner").Activities.Add(new Step("new"));
            changes.In("inner").Activities.Add(new Hooked("bad"));
        }));
        Hooked.FailsIn = null;
        instance.Unload();
        for (int i = 1; i <= 4; i++)
        {
            _host.Send(instance, "next", i);
        }

        Assert.Equal("next=1 next=2 next=3 next=4 ", _host.Outputs["Trace"]);
        Assert.Empty(_host.Failures);
    }

    [Theory]
    [InlineData("WorkflowCreated")]
    [InlineData("WorkflowStarted")]
    [InlineData("WorkflowSuspended")]
    [InlineData("WorkflowResumed")]
    [InlineData("WorkflowLoaded")]
    public void RuntimeEventHandler_ChangesInstance_ChangeIsApplied(string name)
    {
        bool isChanged = false;
        EventHandler<WorkflowEventArgs> handler = (_, e) =>
        {
            if (!isChanged)
            {
                isChanged = true;
                e.WorkflowInstance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
            }
        };
        switch (name)
        {
            case "WorkflowCreated": _host.Runtime.WorkflowCreated += handler; break;
            case "WorkflowStarted": _host.Runtime.WorkflowStarted += handler; break;
            case "WorkflowSuspended": _host.Runtime.WorkflowSuspended += (sender, e) => handler(sender, e); break;
            case "WorkflowResumed": _host.Runtime.WorkflowResumed += handler; break;
            default: _host.Runtime.WorkflowLoaded += handler; break;
        }

        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Suspend("stop");
        instance.Unload();
        instance.Load();
        instance.Resume();
        _host.Send(instance, "wait", 1);
        Assert.True(isChanged);
        Assert.Equal("before wait=1 after new ", _host.Outputs["Trace"]);
        Assert.Empty(_host.Failures);
    }

    [Theory]
    [InlineData("WorkflowUnloaded")]
    [InlineData("WorkflowTerminated")]
    [InlineData("WorkflowAborted")]
    [InlineData("WorkflowCompleted")]
    public void EndEventHandler_ChangesInstance_IsSavedOrRefused(string name)
    {
        Exception? failure = null;
        bool isCalled = false;
        EventHandler<WorkflowEventArgs> handler = (_, e) =>
        {
            if (!isCalled)
            {
                isCalled = true;
                failure = Record.Exception(() => e.WorkflowInstance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new"))));
            }
        };
        _host.Runtime.WorkflowUnloaded += name == "WorkflowUnloaded" ? handler : null;
        _host.Runtime.WorkflowAborted += name == "WorkflowAborted" ? handler : null;
        _host.Runtime.WorkflowTerminated += (sender, e) => (name == "WorkflowTerminated" ? handler : null)?.Invoke(sender, e);
        _host.Runtime.WorkflowCompleted += (sender, e) => (name == "WorkflowCompleted" ? handler : null)?.Invoke(sender, e);
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Unload();
        instance.Load();
        switch (name)
        {
            case "WorkflowTerminated": instance.Terminate("end"); break;
            case "WorkflowAborted": instance.Abort(); break;
            default: _host.Send(instance, "wait", 1); break;
        }

        Assert.True(isCalled);
        bool isChanged = name is "WorkflowUnloaded" or "WorkflowAborted";
        Assert.Equal(isChanged, failure is null);
        if (isChanged && name == "WorkflowAborted")
        {
            _host.Send(instance, "wait", 1);
        }

        Assert.Equal(
            isChanged ? "before wait=1 after new " : name == "WorkflowCompleted" ? "before wait=1 after " : null,
            _host.Outputs.GetValueOrDefault("Trace"));
    }

    [Fact]
    public void PersistedHandler_ChangesInstance_IsAppliedOrRefused()
    {
        Exception? failure = null;
        _host.Runtime.WorkflowPersisted += (_, e) =>
            failure ??= Record.Exception(() => e.WorkflowInstance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new"))));
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Unload();
        _host.Send(instance, "wait", 1);
        Assert.True(failure is null or InvalidOperationException, $"{failure}");
        Assert.EndsWith(failure is null ? "new " : "after ", (string)_host.Outputs["Trace"]!, StringComparison.Ordinal);
    }

    [Fact]
    public void ChangeHook_ChangesAgain_IsAnnouncedAfterwards()
    {
        WorkflowInstance instance = _host.Start(typeof(Growing));
        instance.Change(static changes => changes.In("grower").Activities.Add(new Step("first")));
        _host.Continue(instance);
        Assert.Equal("growing(grower(first second) wait)", instance.Definition());
        instance.Unload();
        Assert.Equal("growing(grower(first second) wait)", instance.Definition());
        Assert.Empty(_host.Failures);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Activity_ReplacedWithSameName_Runs(bool isSet)
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        for (int i = 0; i < 3; i++)
        {
            instance.Change(changes =>
            {
                Custom added = new() { Name = "after", Text = $"text{i}" };
                if (isSet)
                {
                    changes.TransientWorkflow.Activities[2] = added;
                }
                else
                {
                    changes.TransientWorkflow.Activities.RemoveAt(2);
                    changes.TransientWorkflow.Activities.Add(added);
                }
            });
            instance.Unload();
        }

        Assert.Equal("waits(before wait after(first pause))", instance.Definition());
        _host.Send(instance, "wait", 1);
        _clock.Advance(TimeSpan.FromSeconds(5));
        instance.Unload();
        instance.Load();
        _host.Continue(instance);
        Assert.Equal("before wait=1 text2 True ", _host.Outputs["Trace"]);
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void ConversationEvent_Removed_LeavesOtherEvents()
    {
        TaskService tasks = new();
        ExternalDataExchangeService exchange = new();
        _host.Runtime.AddService(exchange);
        exchange.AddService(tasks);
        WorkflowInstance instance = _host.Start(typeof(Conversing));
        Assert.Equal(["task"], tasks.Created);
        instance.Change(static changes => changes.In("conversation").Activities.RemoveAt(2));
        _host.Continue(instance);
        Assert.Empty(_host.Failures);
        instance.Unload();
        _host.Send(instance, "wait", 1);
        Assert.Equal("conversing(conversation(create wait second))", instance.Definition());
        tasks.Complete(instance.InstanceId, "task");
        _host.Continue(instance);
        Assert.Equal("Completed", _host.Events.Last());
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void StateMachine_ChangedByHandlers_Continues()
    {
        WorkflowInstance instance = _host.Start(typeof(ChangingMachine));
        _host.Send(instance, "grow", 1);
        Assert.Equal("machine(outer(whenGrow(readGrow grow) inner(whenNew(readNew))) end)", instance.Definition());
        instance.Unload();
        _host.Send(instance, "new", 1);
        instance.Change(static changes =>
        {
            changes.In("outer").Activities.Add(On("whenEnd", new Reading("readEnd", "finish"), new SetStateActivity("toEnd") { TargetStateName = "end" }));
        });
        _host.Continue(instance);
        instance.Unload();
        _host.Send(instance, "finish", 1);
        Assert.Equal("Completed", _host.Events.Last());
        Assert.Empty(_host.Failures);
    }

    public void Dispose() => _host.Dispose();
}

/// <summary>Starts a conversation, waits for an item, and then waits for two events of the conversation.</summary>
public sealed class Conversing : Tracing
{
    public Conversing()
    {
        Name = "conversing";
        CorrelationToken Token() => new("t") { OwnerActivityName = "conversation" };
        CallExternalMethodActivity create = new("create") { InterfaceType = typeof(ITasks), MethodName = "Create", CorrelationToken = Token() };
        create.ParameterBindings.Add(new WorkflowParameterBinding("taskId") { Value = "task" });
        this.With(Sequence(
            "conversation",
            create,
            new Reading("wait"),
            new HandleExternalEventActivity("first") { InterfaceType = typeof(ITasks), EventName = "Completed", CorrelationToken = Token() },
            new HandleExternalEventActivity("second") { InterfaceType = typeof(ITasks), EventName = "Completed", CorrelationToken = Token() }));
    }
}

/// <summary>A state machine in which a handler of the outer state adds a handler to the inner state.</summary>
public sealed class ChangingMachine : StateMachineWorkflowActivity
{
    public ChangingMachine()
    {
        Name = "machine";
        InitialStateName = "inner";
        CompletedStateName = "end";
        this.With(
            new StateActivity("outer").With(On("whenGrow", new Reading("readGrow", "grow"), new Growth("grow")), new StateActivity("inner")),
            new StateActivity("end"));
    }

    public void Apply(WorkflowChanges changes) => ApplyWorkflowChanges(changes);
}

/// <summary>Adds a handler to the inner state of <see cref="ChangingMachine"/>.</summary>
public sealed class Growth : Activity
{
    public Growth()
    {
    }

    public Growth(string name)
        : base(name)
    {
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ChangingMachine machine = (ChangingMachine)GetActivityByName("machine")!;
        WorkflowChanges changes = new(machine);
        changes.In("inner").Activities.Add(On("whenNew", new Reading("readNew", "new")));
        machine.Apply(changes);
        return ActivityExecutionStatus.Closed;
    }
}
