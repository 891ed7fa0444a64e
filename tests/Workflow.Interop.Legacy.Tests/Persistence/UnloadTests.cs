extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Instances are unloaded and loaded (A.9, A.10).</summary>
[Trait("Paragraph", "A.9")]
public sealed class UnloadTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;

    public UnloadTests() => _store = new InMemoryInstanceStore(_clock);

    /// <summary>The duration of a lease can exceed the maximum of a system timer, which is 49.7 days.</summary>
    [Fact]
    public void Instance_LongLease_Continues()
    {
        InMemoryInstanceStore store = new(new InMemoryInstanceStoreOptions { TimeProvider = _clock, LeaseRenewalPeriod = TimeSpan.FromDays(120) });
        using Host host = new(store, _clock);
        WorkflowInstance instance = host.Start(typeof(Adding));
        for (int i = 0; i < 4; i++)
        {
            _clock.Advance(TimeSpan.FromDays(49));
        }

        instance.Unload();
        host.Send(instance, "first", 3);
        host.Send(instance, "second", 4);
        Assert.Equal(7, host.Outputs["Sum"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Instance_UnloadedWhileWaiting_Continues()
    {
        using Host host = new(_store, _clock);
        WorkflowInstance instance = host.Start(typeof(Adding));
        instance.Unload();
        Assert.Empty(host.Runtime.GetLoadedWorkflows());
        Assert.Equal(["Idled", "Persisted", "Unloaded"], host.Take());

        host.Send(instance, "first", 3);
        Assert.Equal(["Loaded", "Idled"], host.Take());
        Assert.True(instance.TryUnload());
        Assert.True(instance.TryUnload());
        Assert.Equal(instance, host.Runtime.GetWorkflow(instance.InstanceId));
        Assert.Equal("second", instance.GetWorkflowQueueData().Single(queue => queue.SubscribedActivityNames.Count > 0).QueueName);
        host.Send(instance, "second", 4);
        Assert.Equal(["Persisted", "Unloaded", "Loaded", "Persisted", "Completed"], host.Take());
        Assert.Equal(7, host.Outputs["Sum"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    [Trait("Paragraph", "A.7")]
    public async Task Instance_UnloadOnIdle_IsUnloadedAndListed()
    {
        using Host host = new(_store, _clock, unloadOnIdle: true);
        host.Persistence.PromotedProperties.Add("Sum");
        WorkflowInstance instance = host.Start(typeof(Adding));
        Assert.Equal(["Idled", "Persisted", "Unloaded"], host.Take());
        host.Send(instance, "first", 3);
        InstanceSummary row = Assert.Single(await Stored.AllAsync(_store));
        Assert.Equal(instance.InstanceId, row.InstanceId);
        Assert.Equal(InstanceStatus.Idle, row.Status);
        Assert.Equal(("second", "second"), row.Bookmarks.Select(bookmark => (bookmark.Name, bookmark.OwnerDisplayName)).Single());
        Assert.Equal(typeof(Adding).FullName, row.DefinitionIdentity!.Name);
        Assert.Null(row.OwnerId);
        Assert.Equal(3, row.Values.Single(pair => pair.Key.LocalName == "Sum").Value);
        Assert.Equal("Running", row.Values.Single(pair => pair.Key.LocalName == "Status").Value);
        host.Send(instance, "second", 4);
        Assert.Empty(await Stored.AllAsync(_store));
        Assert.Equal(7, host.Outputs["Sum"]);
    }

    [Fact]
    public async Task Timer_OfAnUnloadedInstance_LoadsIt()
    {
        using Host host = new(_store, _clock, unloadOnIdle: true, workflows: typeof(Delaying));
        WorkflowInstance instance = host.Start(typeof(Delaying));
        Assert.Equal(_clock.GetUtcNow().AddMinutes(10), Assert.Single(await Stored.AllAsync(_store)).DueAt);
        Assert.Equal(["Idled", "Persisted", "Unloaded"], host.Take());
        TaskCompletionSource loaded = new(TaskCreationOptions.RunContinuationsAsynchronously);
        host.Runtime.WorkflowLoaded += (_, _) => loaded.TrySetResult();
        _clock.Advance(TimeSpan.FromMinutes(10));
        await loaded.Task;
        while (!host.Events.Contains("Completed"))
        {
            // The event is raised before the instance is scheduled.
            host.Continue(instance);
            await Task.Yield();
        }

        Assert.True((bool)host.Outputs["IsDone"]!);
    }

    [Fact]
    public async Task Instance_OwnedByOtherRuntime_IsRefused()
    {
        using Host first = new(_store, _clock);
        using Host second = new(_store, _clock, workflows: typeof(Adding));
        WorkflowInstance instance = first.Start(typeof(Adding));
        Assert.Throws<InvalidOperationException>(() => second.Runtime.GetWorkflow(instance.InstanceId));
        instance.Unload();
        WorkflowInstance other = second.Runtime.GetWorkflow(instance.InstanceId);
        Assert.Equal(instance.InstanceId, Assert.Throws<WorkflowOwnershipException>(instance.Load).InstanceId);
        Assert.Throws<WorkflowOwnershipException>(() => instance.EnqueueItem("first", 1, null, null));
        second.Send(other, "first", 5);
        other.Unload();
        first.Send(instance, "second", 6);
        Assert.Equal(11, first.Outputs["Sum"]);
        Assert.Empty(await Stored.AllAsync(_store));
        Assert.Throws<InvalidOperationException>(() => second.Runtime.GetWorkflow(instance.InstanceId));
    }

    [Fact]
    public async Task Instance_WorkflowUnknown_IsLoadedByWorkflowTypes()
    {
        using (Host host = new(_store, _clock))
        {
            host.Start(typeof(Adding));
        }

        Guid id = (await Stored.AllAsync(_store)).Single().InstanceId;
        using Host unknown = new(_store, _clock);
        Assert.Contains(
            "add its type to the WorkflowTypes",
            Assert.Throws<PersistenceException>(() => unknown.Runtime.GetWorkflow(id)).Message,
            StringComparison.Ordinal);
        using Host known = new(_store, _clock, workflows: [typeof(Delaying), typeof(Adding)]);
        known.Send(known.Runtime.GetWorkflow(id), "first", 1);
        Assert.Empty(known.Failures);
    }

    [Fact]
    public void Abort_ReturnsToTheLastSave()
    {
        using Host host = new(_store, _clock);
        WorkflowInstance instance = host.Start(typeof(Adding));
        host.Send(instance, "first", 3);
        instance.Unload();
        instance.Load();
        host.Send(instance, "second", 100);
        Assert.Equal(103, host.Outputs["Sum"]);

        instance = host.Start(typeof(Adding));
        instance.Unload();
        host.Send(instance, "first", 3);
        host.Take();
        instance.Abort();
        Assert.Equal(["Aborted"], host.Take());
        host.Send(instance, "first", 20);
        host.Send(instance, "second", 1);
        Assert.Equal(21, host.Outputs["Sum"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Abort_InstanceNeverSaved_EndsIt()
    {
        using Host host = new(_store, _clock);
        WorkflowInstance instance = host.Start(typeof(Adding));
        instance.Abort();
        Assert.Contains("There is no workflow instance", Assert.Throws<InvalidOperationException>(instance.Load).Message, StringComparison.Ordinal);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public async Task Instance_SuspendedOrNotStarted_KeepsStateInStore()
    {
        using Host host = new(_store, _clock, workflows: typeof(Adding));
        WorkflowInstance created = host.Runtime.CreateWorkflow(typeof(Adding));
        created.Unload();
        created.Start();
        Assert.True(host.Continue(created));
        created.Suspend("later");
        created.EnqueueItem("first", 5, null, null);
        created.Unload();
        InstanceSummary row = (await Stored.AllAsync(_store)).Single();
        Assert.Equal(InstanceStatus.Idle, row.Status);
        Assert.Equal("later", row.Values.Single(pair => pair.Key.LocalName == "SuspendReason").Value);
        created.Load();
        Assert.False(host.Continue(created));
        created.Resume();
        Assert.True(host.Continue(created));
        host.Send(created, "second", 6);
        Assert.Equal(11, host.Outputs["Sum"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void StopRuntime_UnloadsItsInstances()
    {
        Host first = new(_store, _clock);
        WorkflowInstance instance = first.Start(typeof(Adding));
        first.Send(instance, "first", 3);
        first.Dispose();
        Assert.Equal(["Idled", "Idled", "Persisted", "Unloaded"], first.Take());
        using Host second = new(_store, _clock, workflows: typeof(Adding));
        second.Send(second.Runtime.GetWorkflow(instance.InstanceId), "second", 4);
        Assert.Equal(7, second.Outputs["Sum"]);
    }

    [Fact]
    public void Unload_ByAStepOfTheInstance_IsRefused()
    {
        using Host host = new(_store, _clock);
        Exception? refused = null;
        SavingInside.After = () => refused = Record.Exception(() => host.Runtime.GetLoadedWorkflows().Single().Unload());
        host.Start(typeof(SavingInside));
        SavingInside.After = null;
        Assert.Contains("by one of its own steps", Assert.IsType<InvalidOperationException>(refused).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Unload_WithoutAPersistenceService_IsRefused()
    {
        using Run run = Run.Of(new Reading("q"));
        Assert.Contains("has no persistence service", Assert.Throws<InvalidOperationException>(run.Instance.Unload).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => run.Instance.TryUnload());
    }

    [Fact]
    [Trait("Paragraph", "A.3")]
    public void PersistOnClose_SavesBetweenTwoSteps()
    {
        using Host host = new(_store, _clock, workflows: typeof(SavingInside));
        Guid id = Guid.Empty;
        SavingInside.After = () =>
        {
            id = WorkflowEnvironment.WorkflowInstanceId;
            host.Runtime.GetWorkflow(id).Abort();
        };
        host.Start(typeof(SavingInside));
        SavingInside.After = null;
        Assert.Equal(["Persisted", "Aborted"], host.Take());

        // The instance was saved while it executed, so it continues after the saved step.
        WorkflowInstance instance = host.Runtime.GetWorkflow(id);
        while (!host.Events.Contains("Idled"))
        {
            host.Continue(instance);
        }

        host.Send(instance, "last", null);
        Assert.Equal("bia", host.Outputs["Steps"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    [Trait("Paragraph", "A.7")]
    public async Task Instance_SavedInCallersTransaction_IsNotPartOfIt()
    {
        using Host host = new(_store, _clock);
        using (new System.Transactions.TransactionScope())
        {
            WorkflowInstance instance = host.Start(typeof(Adding));
            instance.Unload();
            host.Send(instance, "first", 1);
            instance.Unload();

            // The transaction is rolled back.
        }

        Assert.Equal("second", Assert.Single(Assert.Single(await Stored.AllAsync(_store)).Bookmarks).Name);
        Assert.Empty(host.Failures);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Exception_Unhandled_IsSavedWithPendingSteps()
    {
        using Host host = new(_store, _clock);
        Failing.AtEnd = () => host.Runtime.GetLoadedWorkflows().Single().Suspend("late");
        WorkflowInstance instance = host.Start(typeof(Failing));
        Failing.AtEnd = null;
        Assert.Equal(["Suspended late"], host.Take());
        instance.Unload();
        instance.Resume();
        host.Continue(instance);
        Assert.Equal("Terminated broken", host.Take()[^1]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    [Trait("Paragraph", "A.12")]
    public void StateMachine_UnloadedInEachState_Continues()
    {
        using Host host = new(_store, _clock, unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Door));
        StateMachineWorkflowInstance machine = new(host.Runtime, instance.InstanceId);
        Assert.Equal("closed", machine.CurrentStateName);
        foreach (string next in new[] { "open", "close", "open" })
        {
            host.Send(instance, next, null);
        }

        Assert.Equal("open_", machine.CurrentStateName);
        machine.SetState("gone");
        while (host.Continue(instance))
        {
            // Runs until the instance has ended.
        }

        Assert.Equal(2, host.Outputs["Opened"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Event_OfALocalService_LoadsTheInstance()
    {
        OrderService orders = new();
        using Host host = new(_store, _clock, unloadOnIdle: true, prepare: runtime =>
        {
            ExternalDataExchangeService exchange = new();
            runtime.AddService(exchange);
            exchange.AddService(orders);
        });
        WorkflowInstance instance = host.Start(typeof(Ordering));
        orders.Ship(instance.InstanceId, "ship");
        host.Continue(instance);
        Assert.Empty(host.Runtime.GetLoadedWorkflows());
        host.Send(instance, "last", null);
        Assert.Equal("ship", host.Outputs["Carrier"]);
        Assert.Empty(host.Failures);
    }
}
