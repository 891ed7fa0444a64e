extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>Changes of one running instance (A.2, A.9, A.13a item 13).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ChangeTests : IDisposable
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly Host _host;

    public ChangeTests() => _host = new Host(new InMemoryInstanceStore(_clock), _clock);

    [Fact]
    public void Activity_AddedAfterRunningActivity_Runs()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        WorkflowInstance other = _host.Start(typeof(Waits));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Insert(2, new Step("new")));
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 new after ", _host.Outputs["Trace"]);
        Assert.Equal("waits(before wait after)", other.Definition());
        _host.Send(other, "wait", 2);
        Assert.Equal("before wait=2 after ", _host.Outputs["Trace"]);
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void Activity_AddedBeforeRunningActivity_DoesNotRun()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Insert(0, new Step("new")));
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 after ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Handler_OfWorkflow_IsCalledByNewActivity()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Change(static changes =>
        {
            CodeActivity added = new("new");
            added.ExecuteCode += ((Waits)changes.TransientWorkflow).OnCode;
            changes.TransientWorkflow.Activities.Add(added);
        });
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 after new ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Handler_OfReadDefinition_IsBoundToInstance()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        Waits definition = (Waits)instance.GetWorkflowDefinition();
        WorkflowChanges changes = new(definition);
        CodeActivity added = new("new");
        added.ExecuteCode += definition.OnCode;
        changes.TransientWorkflow.Activities.Add(added);
        instance.ApplyWorkflowChanges(changes);
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 after new ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void CustomActivity_Added_HasFieldsAndHandlers()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Custom { Text = "changed" }));
        _host.Send(instance, "wait", 1);
        _clock.Advance(TimeSpan.FromSeconds(5));
        _host.Continue(instance);
        Assert.Equal("before wait=1 after changed True ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Activity_Removed_DoesNotRunAndIsUninitialized()
    {
        Hooked.Seen = [];
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Hooked("late")));
        instance.Change(static changes =>
        {
            changes.TransientWorkflow.Activities.Remove(changes.TransientWorkflow.Activities["after"]!);
            changes.TransientWorkflow.Activities.Remove(changes.TransientWorkflow.Activities["late"]!);
            changes.TransientWorkflow.Activities.Remove(changes.TransientWorkflow.Activities["before"]!);
        });
        Assert.Equal("waits(wait)", instance.Definition());
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 ", _host.Outputs["Trace"]);
        Assert.Equal("before wait after", _host.Outputs["Fields"]);
        Assert.Equal(["late initialize", "late uninitialize"], Hooked.Seen);
    }

    [Fact]
    public void Workflow_NotStarted_Changes()
    {
        WorkflowInstance instance = _host.Runtime.CreateWorkflow(typeof(Waits));
        instance.Change(static changes =>
        {
            changes.TransientWorkflow.Activities.RemoveAt(0);
            changes.TransientWorkflow.Activities.Insert(0, new Step("first"));
        });
        instance.Start();
        _host.Continue(instance);
        _host.Send(instance, "wait", 1);
        Assert.Equal("first wait=1 after ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Workflow_Suspended_ChangesAndContinues()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Suspend("stop");
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
        Assert.Equal("waits(before wait after new)", instance.Definition());
        instance.Resume();
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 after new ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void IdledHandler_ChangesInstance_ContinuesIt()
    {
        bool isChanged = false;
        _host.Runtime.WorkflowIdled += (_, e) =>
        {
            if (!isChanged)
            {
                isChanged = true;
                e.WorkflowInstance.Change(
                    static changes => changes.In("parallel").Activities.Add(Sequence("third", new Step("inThird"), new Reading("readThird"))));
            }
        };
        WorkflowInstance instance = _host.Start(typeof(Composites));
        Assert.Equal("inDone inThird ", Tracing.Last!.Trace);
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void Step_ChangesInstance_IsAppliedAtOnce()
    {
        CallTest.Call = static root =>
        {
            WorkflowChanges changes = new(root);
            CodeActivity added = new("new");
            added.ExecuteCode += root.OnCode;
            changes.TransientWorkflow.Activities.Insert(1, added);
            root.Apply(changes);
            Assert.Equal("new", root.Activities[1].Name);
        };
        WorkflowInstance instance = _host.Start(typeof(Calls));
        Assert.Equal("new ", Tracing.Last!.Trace);
        _host.Send(instance, "wait", 1);
        Assert.Contains("Completed", _host.Events);
    }

    [Fact]
    public void Step_ChangesInstanceById_IsApplied()
    {
        CallTest.Call = _ => _host.Runtime.GetWorkflow(WorkflowEnvironment.WorkflowInstanceId).Change(
            static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
        WorkflowInstance instance = _host.Start(typeof(Calls));
        _host.Send(instance, "wait", 1);
        Assert.Equal("new ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Branch_AddedToRunningParallel_Runs()
    {
        WorkflowInstance instance = _host.Start(typeof(Composites));
        instance.Change(static changes => changes.In("parallel").Activities.Add(Sequence("third", new Step("inThird"), new Reading("readThird"))));
        _host.Continue(instance);
        _host.Send(instance, "readLeft", 1);
        _host.Send(instance, "readRight", 1);
        Assert.DoesNotContain("Completed", _host.Events);
        _host.Send(instance, "readThird", 1);
        Assert.Equal("inDone inThird inBranch ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Branch_AddedWhenLastBranchCloses_Runs()
    {
        WorkflowInstance instance = _host.Start(typeof(Composites));
        _host.Send(instance, "readLeft", 1);
        Tracing.Last!.GetActivityByName("readRight")!.Closed += (_, _) =>
            instance.Change(static changes => changes.In("parallel").Activities.Add(Sequence("third", new Step("inThird"))));
        _host.Send(instance, "readRight", 1);
        Assert.Equal("inDone inThird inBranch ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Loop_ActivityAdded_RunsItFromCurrentIteration()
    {
        WorkflowInstance instance = _host.Start(typeof(Loops));
        _host.Send(instance, "next", 1);
        instance.Change(static changes =>
        {
            CodeActivity added = new("new");
            added.ExecuteCode += ((Loops)changes.TransientWorkflow).OnCode;
            changes.In("body").Activities.Add(added);
        });
        _host.Send(instance, "next", 2);
        _host.Send(instance, "next", 3);
        Assert.Equal("next=1 last next=2 last new next=3 last new ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void StateMachine_StateAndHandlerAdded_UsesThem()
    {
        WorkflowInstance instance = _host.Start(typeof(Door));
        instance.Change(static changes =>
        {
            changes.TransientWorkflow.Activities.Insert(0, new StateActivity("locked").With(
                On("whenUnlocked", new Reading("unlock"), new SetStateActivity("back") { TargetStateName = "closed" })));
            changes.In("closed").Activities.Add(On("whenLocked", new Reading("lock"), new SetStateActivity("toLocked") { TargetStateName = "locked" }));
        });
        _host.Continue(instance);
        StateMachineWorkflowInstance machine = new(_host.Runtime, instance.InstanceId);
        _host.Send(instance, "lock", 1);
        Assert.Equal("locked", machine.CurrentStateName);
        Assert.Contains(machine.States, static state => state.Name == "locked");
        _host.Send(instance, "unlock", 1);
        _host.Send(instance, "open", 1);
        Assert.Equal("open_", machine.CurrentStateName);
        Assert.Equal("Idled", _host.Events.Last());
        Assert.Empty(_host.Failures);
    }

    [Fact]
    public void Actions_ChangesMade_DescribeThem()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        Assert.Empty(changes.Actions);
        changes.TransientWorkflow.Activities.RemoveAt(2);
        changes.TransientWorkflow.Activities.Insert(0, new Step("new"));
        RemovedActivityAction removed = Assert.IsType<RemovedActivityAction>(changes.Actions[0]);
        AddedActivityAction added = Assert.IsType<AddedActivityAction>(changes.Actions[1]);
        Assert.Equal(("waits", "after", 2), (removed.OwnerActivityDottedPath, removed.OriginalRemovedActivity.Name, removed.RemovedActivityIndex));
        Assert.Equal(("waits", "new", 0), (added.OwnerActivityDottedPath, added.AddedActivity.Name, added.Index));
        Assert.False(changes.Validate().HasErrors);
    }

    [Fact]
    public void Hooks_ActivityRuns_AreCalled()
    {
        Hooked.Seen = [];
        WorkflowInstance instance = _host.Start(typeof(Informed));
        instance.Change(static changes =>
        {
            changes.In("hooked").Activities.RemoveAt(0);
            changes.In("hooked").Activities.Add(new Hooked("inner"));
        });
        _host.Continue(instance);
        Assert.Equal(["hooked initialize", "inner initialize", "hooked remove child", "hooked add inner", "hooked completed"], Hooked.Seen);
    }

    [Fact]
    public void Change_NoPersistenceService_IsApplied()
    {
        using WorkflowRuntime runtime = new();
        ManualWorkflowSchedulerService scheduler = new();
        runtime.AddService(scheduler);
        Dictionary<string, object?> outputs = [];
        runtime.WorkflowCompleted += (_, e) => outputs = e.OutputParameters;
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Waits));
        instance.Start();
        scheduler.RunWorkflow(instance.InstanceId);
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("more")));
        instance.EnqueueItem("wait", 1, null, null);
        scheduler.RunWorkflow(instance.InstanceId);
        Assert.Equal("before wait=1 after new more ", outputs["Trace"]);
    }

    [Fact]
    public void Definition_InstanceEnded_IncludesChanges()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
        _host.Send(instance, "wait", 1);
        Assert.Equal("waits(before wait after new)", instance.Definition());
        Assert.Equal("waits(before wait after)", _host.Runtime.CreateWorkflow(typeof(Waits)).Definition());
    }

    public void Dispose() => _host.Dispose();
}
