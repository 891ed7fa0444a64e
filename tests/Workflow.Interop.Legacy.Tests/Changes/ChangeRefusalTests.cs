extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>A change that is refused leaves the instance as it was (A.13a item 13).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ChangeRefusalTests : IDisposable
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly Host _host;

    public ChangeRefusalTests() => _host = new Host(new InMemoryInstanceStore(_clock), _clock);

    [Fact]
    public void Changes_SeveralProblems_ReportsAll()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        Activity moved = changes.TransientWorkflow.Activities["before"]!;
        changes.TransientWorkflow.Activities.Remove(moved);
        changes.TransientWorkflow.Activities.Add(moved);
        changes.TransientWorkflow.Activities.Add(new Step("wait"));
        changes.TransientWorkflow.Activities.Add(new ParallelActivity("empty"));
        string[] texts = [.. changes.Validate().Select(static error => error.ErrorText)];
        Assert.Contains("The activity 'before' has moved; remove it, and add a new activity.", texts);
        Assert.Contains(texts, static text => text.StartsWith("The name 'wait' is used", StringComparison.Ordinal));
        Assert.Contains(texts, static text => text.StartsWith("The activity 'empty' needs two", StringComparison.Ordinal));
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => instance.ApplyWorkflowChanges(changes));
        Assert.Equal(texts, exception.Errors.Select(static error => error.ErrorText));
        CheckUnchanged(instance);
    }

    [Fact]
    public void Changes_CorrectedAfterRefusal_AreApplied()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        changes.TransientWorkflow.Activities.Add(new ParallelActivity("empty"));
        Assert.Throws<WorkflowValidationFailedException>(() => instance.ApplyWorkflowChanges(changes));
        changes.TransientWorkflow.Activities.RemoveAt(3);
        changes.TransientWorkflow.Activities.Add(new Step("new"));
        instance.ApplyWorkflowChanges(changes);
        Assert.Contains(
            "applied before",
            Assert.Throws<InvalidOperationException>(() => instance.ApplyWorkflowChanges(changes)).Message,
            StringComparison.Ordinal);
        Assert.Equal("waits(before wait after new)", instance.Definition());
    }

    [Theory]
    [InlineData("wait", "it runs")]
    [InlineData("parallel", "it runs")]
    public void Activity_Running_CannotBeRemoved(string name, string reason)
    {
        WorkflowInstance instance = _host.Start(name == "wait" ? typeof(Waits) : typeof(Composites));
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(
            () => instance.Change(changes => changes.TransientWorkflow.Activities.Remove(changes.TransientWorkflow.Activities[name]!)));
        Assert.Equal($"The activity '{name}' cannot be removed: {reason}; wait until it has closed.", Assert.Single(exception.Errors).ErrorText);
    }

    [Fact]
    public void Activity_Closed_CannotChange()
    {
        WorkflowInstance instance = _host.Start(typeof(Composites));
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(
            () => instance.Change(static changes => changes.In("done").Activities.Add(new Step("new"))));
        Assert.Equal("The activity 'done' has closed and cannot change; change one that has not.", Assert.Single(exception.Errors).ErrorText);
    }

    [Fact]
    public void Listen_Running_CannotChange()
    {
        WorkflowInstance instance = _host.Start(typeof(Listens));
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => instance.Change(static changes =>
        {
            changes.In("listen").Activities.RemoveAt(1);
            changes.In("listen").Activities.Add(On("third", new Reading("readThird")));
        }));
        Assert.Equal(2, exception.Errors.Count);
        Assert.Contains("'listen'", exception.Message, StringComparison.Ordinal);
        Assert.Contains("'second'", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Activity_WithAClone_CannotBeRemoved()
    {
        WorkflowInstance instance = _host.Start(typeof(Loops));
        Assert.Contains("'last' cannot be removed: there is a clone of it", Assert.Throws<WorkflowValidationFailedException>(
            () => instance.Change(static changes => changes.In("body").Activities.RemoveAt(1))).Message, StringComparison.Ordinal);
        _host.Send(instance, "next", 1);
        _host.Send(instance, "next", 2);
        _host.Send(instance, "next", 3);
        Assert.Equal("next=1 last next=2 last next=3 last ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Activity_Compensatable_CannotBeRemoved()
    {
        WorkflowInstance instance = _host.Start(typeof(Compensates));
        Assert.Contains("'booking' cannot be removed: it may be compensated", Assert.Throws<WorkflowValidationFailedException>(
            () => instance.Change(static changes => changes.TransientWorkflow.Activities.RemoveAt(0))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Children_OfCustomActivity_CannotChange()
    {
        WorkflowInstance instance = _host.Start(typeof(HasCustom));
        Assert.Contains(
            "belong to its type",
            Assert.Throws<InvalidOperationException>(() => instance.Change(static changes => changes.In("custom").Activities.Clear())).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Property_OfExistingActivity_CannotBeSet()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        Assert.Throws<InvalidOperationException>(() => changes.TransientWorkflow.Activities[0].Name = "other");
        Assert.Throws<InvalidOperationException>(() => ((CompositeActivity)instance.GetWorkflowDefinition()).Activities.Clear());
    }

    [Fact]
    public void Activity_OfAnotherWorkflow_IsRefused()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        Tracing.Last!.GetActivityByName("after")!.UserData["of"] = "the running instance";
        Assert.Throws<InvalidOperationException>(
            () => instance.Change(static changes => changes.TransientWorkflow.Activities.Add(Tracing.Last!.GetActivityByName("after")!)));
        CheckUnchanged(instance);
    }

    [Fact]
    public void Root_WithoutRuntime_IsRefused() =>
        Assert.Contains(
            "'waits' is not the root of a workflow that can change",
            Assert.Throws<ArgumentException>(() => new WorkflowChanges(new Waits())).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Changes_OfAnotherDefinition_AreRefused()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        WorkflowChanges late = new(instance.GetWorkflowDefinition());
        late.TransientWorkflow.Activities.Add(new Step("late"));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
        Assert.Contains(
            "was changed meanwhile",
            Assert.Throws<InvalidOperationException>(() => instance.ApplyWorkflowChanges(late)).Message,
            StringComparison.Ordinal);
        WorkflowInstance other = _host.Start(typeof(Composites));
        Assert.Throws<InvalidOperationException>(() => other.ApplyWorkflowChanges(late));
        Assert.Equal("waits(before wait after new)", instance.Definition());
    }

    [Fact]
    public void Condition_False_RefusesChanges()
    {
        WorkflowInstance instance = _host.Start(typeof(Conditional));
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        changes.TransientWorkflow.Activities.Add(new Step("new"));
        Conditional.IsAllowed = false;
        Assert.Contains(
            "DynamicUpdateCondition of 'conditional' does not hold",
            Assert.Throws<InvalidOperationException>(() => instance.ApplyWorkflowChanges(changes)).Message,
            StringComparison.Ordinal);
        Conditional.IsAllowed = true;
        instance.ApplyWorkflowChanges(changes);
        _host.Send(instance, "wait", 1);
        Assert.Equal("new ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Instance_Ended_CannotChange()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        _host.Send(instance, "wait", 1);
        Assert.Throws<InvalidOperationException>(() => instance.ApplyWorkflowChanges(changes));
    }

    [Fact]
    public void Instance_ChangedInCompletedHandler_IsRefused()
    {
        Exception? refused = null;
        _host.Runtime.WorkflowCompleted += (_, e) =>
            refused = Record.Exception(() => e.WorkflowInstance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new"))));
        WorkflowInstance instance = _host.Start(typeof(Waits));
        _host.Send(instance, "wait", 1);
        Assert.IsType<InvalidOperationException>(refused);
    }

    [Fact]
    public void Initialize_Throws_UndoesChange()
    {
        Hooked.Seen = [];
        Hooked.FailsIn = "second initialize";
        WorkflowInstance instance = _host.Start(typeof(Waits));
        Assert.Throws<FormatException>(() => instance.Change(static changes =>
        {
            changes.TransientWorkflow.Activities.RemoveAt(2);
            changes.TransientWorkflow.Activities.Add(new Hooked("first"));
            changes.TransientWorkflow.Activities.Add(new Reading("queue"));
            changes.TransientWorkflow.Activities.Add(new Hooked("second"));
        }));
        Hooked.FailsIn = null;
        Assert.Equal(["first initialize", "second initialize", "first uninitialize", "second uninitialize"], Hooked.Seen);
        CheckUnchanged(instance);
    }

    [Fact]
    public void ChangeHook_Throws_FaultsActivity()
    {
        Hooked.FailsIn = "hooked add new";
        WorkflowInstance instance = _host.Start(typeof(Informed));
        instance.Change(static changes => changes.In("hooked").Activities.Add(new Step("new")));
        _host.Continue(instance);
        Hooked.FailsIn = null;
        Assert.Equal("Terminated hooked add new", _host.Events.Last());
    }

    [Fact]
    public void Handler_NotSerializable_IsRefusedByName()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        Assert.Contains(
            "'new' cannot be saved: 'ExecuteCode' holds the handler",
            Assert.Throws<InvalidOperationException>(
                () => instance.Change(static changes => changes.TransientWorkflow.Activities.Add(Code("new", static (_, _) => { })))).Message,
            StringComparison.Ordinal);
        CheckUnchanged(instance);
    }

    [Fact]
    public void UnknownType_WithoutTypeProvider_IsRefused()
    {
        WorkflowInstance instance = _host.Runtime.CreateWorkflow(typeof(SequentialWorkflowActivity));
        Assert.Contains("add its assembly to a TypeProvider", Assert.Throws<InvalidOperationException>(
            () => instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Reading("wait")))).Message, StringComparison.Ordinal);
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new DelayActivity("pause")));
        TypeProvider types = new(_host.Runtime);
        types.AddAssembly(typeof(Reading).Assembly);
        _host.Runtime.AddService(types);
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Reading("wait")));
        Assert.Equal("SequentialWorkflowActivity(pause wait)", instance.Definition());
    }

    [Fact]
    public void CurrentState_WithNewChildState_IsRefused()
    {
        WorkflowInstance instance = _host.Start(typeof(Door));
        instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new StateActivity("island").With(
            On("whenLeft", new Reading("leave"), new SetStateActivity("toClosed2") { TargetStateName = "closed" }))));
        StateMachineWorkflowInstance machine = new(_host.Runtime, instance.InstanceId);
        machine.SetState("island");
        _host.Continue(instance);
        Assert.Contains("'island' is a state in which the machine is", Assert.Throws<WorkflowValidationFailedException>(() => instance.Change(static changes =>
            changes.In("island").Activities.Add(new StateActivity("inner")))).Message, StringComparison.Ordinal);
        _host.Send(instance, "leave", 1);
        Assert.Contains(
            "'closed' cannot be removed: there is a clone of it",
            Assert.Throws<WorkflowValidationFailedException>(() => instance.Change(static changes =>
            {
                ((Door)changes.TransientWorkflow).Activities.RemoveAt(0);
                changes.TransientWorkflow.Activities.Add(new StateActivity("closed"));
            })).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Argument_Null_IsRefused()
    {
        WorkflowInstance instance = _host.Start(typeof(Waits));
        Assert.Throws<ArgumentNullException>(() => instance.ApplyWorkflowChanges(null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowChanges(null!));
        Assert.Throws<ArgumentException>(() => WorkflowChanges.GetCondition("text"));
        Assert.Null(WorkflowChanges.GetCondition(instance.GetWorkflowDefinition()));
    }

    public void Dispose() => _host.Dispose();

    private void CheckUnchanged(WorkflowInstance instance)
    {
        Assert.Equal("waits(before wait after)", instance.Definition());
        Assert.Equal(["wait"], instance.GetWorkflowQueueData().Select(static queue => (string)queue.QueueName));
        instance.Unload();
        instance.Load();
        _host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 after ", _host.Outputs["Trace"]);
        Assert.Empty(_host.Failures);
    }
}
