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

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Services and descriptions of the runtime that few applications use (A.9, A.10, A.13a).</summary>
[Trait("Paragraph", "A.10")]
public sealed class HostingNameTests
{
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public void GetAllWorkflows_StoredInstances_DescribesThem()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock);
        WorkflowInstance waiting = host.Start(typeof(Adding));
        waiting.Unload();
        WorkflowInstance delayed = host.Start(typeof(Delaying));
        delayed.Unload();
        WorkflowInstance suspended = host.Start(typeof(Adding));
        suspended.Suspend("holiday");
        suspended.Unload();
        Dictionary<Guid, SqlPersistenceWorkflowInstanceDescription> all = host.Persistence.GetAllWorkflows().ToDictionary(
            static description => description.WorkflowInstanceId);
        Assert.Equal(3, all.Count);
        Assert.Equal((WorkflowStatus.Running, true, null, null), Text(all[waiting.InstanceId]));
        Assert.Equal((WorkflowStatus.Running, true, _clock.GetUtcNow().UtcDateTime.AddMinutes(10), null), Text(all[delayed.InstanceId]));
        Assert.Equal((WorkflowStatus.Suspended, true, null, "holiday"), Text(all[suspended.InstanceId]));

        static (WorkflowStatus, bool, DateTime?, string?) Text(SqlPersistenceWorkflowInstanceDescription description) =>
            (description.Status, description.IsBlocked, description.NextTimerExpiration, description.SuspendOrTerminateDescription);
    }

    [Fact]
    public void Loader_OfApplication_CreatesActivities()
    {
        using WorkflowRuntime runtime = new();
        Loader loader = new();
        runtime.AddService(loader);
        Assert.Throws<InvalidOperationException>(() => runtime.AddService(new DefaultWorkflowLoaderService()));
        runtime.CreateWorkflow(typeof(Adding));
        Assert.Equal(2, loader.Made);
        loader.Next = new Delaying();
        Assert.Contains(
            "return a new object of exactly this type",
            Assert.Throws<InvalidOperationException>(() => runtime.CreateWorkflow(typeof(Adding))).Message,
            StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => runtime.AddService(new DefaultWorkflowLoaderService()));
        using WorkflowRuntime other = new();
        other.CreateWorkflow(typeof(Adding));
        Assert.NotNull(other.GetService<WorkflowLoaderService>());
    }

    [Fact]
    public void SharedConnectionService_CommitsWork()
    {
        List<string> trace = [];
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(
            store,
            _clock,
            false,
            static runtime => runtime.AddService(new SharedConnectionWorkflowCommitWorkBatchService("Data Source=orders")));
        WorkflowInstance instance = host.Start(typeof(Adding));
        instance.EnqueueItem("first", 1, new Works("w", trace), "item");
        instance.Unload();
        Assert.Equal(["w commits item", "w done item"], trace);
        Assert.Throws<ArgumentException>(() => new SharedConnectionWorkflowCommitWorkBatchService(string.Empty));
    }

    [Fact]
    [Trait("Paragraph", "A.13a")]
    public void StateHistory_StatesEntered_NewestFirst()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock, unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Door));
        host.Send(instance, "open", 1);
        host.Send(instance, "close", 1);
        StateMachineWorkflowInstance machine = new(host.Runtime, instance.InstanceId);
        Assert.Equal(["closed", "open_", "closed"], machine.StateHistory);
        for (int i = 0; i < 60; i++)
        {
            host.Send(instance, "open", 1);
            host.Send(instance, "close", 1);
        }

        Assert.Equal(100, machine.StateHistory.Count);
        Assert.Equal("closed", machine.StateHistory[0]);
    }

    [Fact]
    [Trait("Paragraph", "A.13a")]
    public void Roles_OtherIdentity_RefuseEvent()
    {
        List<string> trace = [];
        using WorkflowRuntime runtime = new();
        ManualWorkflowSchedulerService scheduler = new();
        runtime.AddService(scheduler);
        ExternalDataExchangeService exchange = new();
        runtime.AddService(exchange);
        OrderService orders = new();
        exchange.AddService(orders);
        runtime.WorkflowTerminated += (_, e) => trace.Add(e.Exception.Message);
        runtime.WorkflowCompleted += (_, _) => trace.Add("completed");
        foreach (string? identity in new[] { "ann", "bob", null })
        {
            WorkflowInstance instance = runtime.CreateWorkflow(typeof(OrderingInRole));
            instance.Start();
            scheduler.RunWorkflow(instance.InstanceId);
            orders.Ship(new ShippedEventArgs(instance.InstanceId, "ups") { Identity = identity });
            scheduler.RunWorkflow(instance.InstanceId);
        }

        Assert.Equal(
            [
                "completed",
                "The event for 'shipped' has the identity 'bob', which belongs to none of its roles; raise it with another identity.",
                "The event for 'shipped' has the identity '', which belongs to none of its roles; raise it with another identity."
            ],
            trace);
        Assert.False(new WorkflowRoleCollection { new WebWorkflowRole("clerks") }.IncludesIdentity("ann"));
        Assert.Empty(new WebWorkflowRole("clerks").GetIdentities());
    }

    [Fact]
    [Trait("Paragraph", "A.5")]
    public void ClassHandles_Shared_SerializeActivities()
    {
        List<string> trace = [];
        using Run run = Run.Of(Parallel(
            "p",
            Sequence("s1", new Exclusive("e1").With(Reading.Into(trace, "r1"))),
            Sequence("s2", new Exclusive("e2").With(Reading.Into(trace, "r2"))),
            Sequence("s3", new SynchronizationScopeActivity("e3") { SynchronizationHandles = ["b"] }.With(Reading.Into(trace, "r3"))),
            Sequence("s4", new SynchronizationScopeActivity("e4") { SynchronizationHandles = ["c"] }.With(Reading.Into(trace, "r4")))));
        foreach (string queue in new[] { "r4", "r3", "r2", "r1" })
        {
            run.Instance.EnqueueItem(queue, 1, null, null);
            run.Continue();
        }

        // Locks are requested in the order of their names. e2 waits for the lock a, so it requests the lock b after e3.
        Assert.Equal(["r4 1", "r1 1", "r3 1", "r2 1"], trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.5")]
    public void ClassHandles_SavedThenFault_AreReleased()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock, unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Competing));
        host.Send(instance, "fail", 1);
        host.Send(instance, "second", 2);
        Assert.Equal("second ", host.Outputs["Trace"]);
        Assert.Empty(host.Failures);
    }

    public sealed class OrderingInRole : SequentialWorkflowActivity
    {
        public OrderingInRole()
        {
            Name = "ordering";
            HandleExternalEventActivity shipped = new("shipped") { InterfaceType = typeof(IOrders), EventName = "Shipped", Roles = [new Named("ann")] };
            this.With(shipped);
        }
    }

    [Serializable]
    public sealed class Named(string member) : WorkflowRole
    {
        public override string Name { get; set; } = "named";

        public override IList<string> GetIdentities() => [member];

        public override bool IncludesIdentity(string? identity) => identity == member;
    }

    [SynchronizationHandles("b", "a")]
    public sealed class Exclusive : SequenceActivity
    {
        public Exclusive()
        {
        }

        public Exclusive(string name)
            : base(name)
        {
        }
    }

    public sealed class Competing : SequentialWorkflowActivity
    {
        public Competing()
        {
            Name = "competing";
            Reading second = new("second");
            second.Read += (_, e) => Trace += "second ";
            this.With(Parallel(
                "p",
                Sequence("s1", new Exclusive("e1").With(new Reading("fail"), Throw("t", new FormatException())), Handlers("h", Handler<FormatException>("f"))),
                Sequence("s2", new Exclusive("e2").With(second))));
        }

        public string Trace { get; set; } = string.Empty;
    }

    private sealed class Loader : WorkflowLoaderService
    {
        public int Made { get; private set; }

        public Activity? Next { get; set; }

        protected override Activity CreateInstance(Type workflowType)
        {
            Made++;
            return Next ?? (Activity)Activator.CreateInstance(workflowType)!;
        }
    }
}
