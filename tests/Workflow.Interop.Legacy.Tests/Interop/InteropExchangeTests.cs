extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>Local services of legacy activities inside new workflows (B.1).</summary>
[Trait("Paragraph", "B.1")]
public sealed class InteropExchangeTests
{
    private readonly OrderService _orders = new();
    private readonly ExternalDataExchangeService _exchange = new();

    public InteropExchangeTests() => _exchange.AddService(_orders);

    [Fact]
    public async Task LocalService_MethodCalled_EventArrivesAsync()
    {
        await using TestHost host = new(Options(null));
        TestInstance instance = host.Start(new NewInterop { ActivityType = typeof(Ships) });
        await instance.RunUntilIdleAsync();
        Assert.Equal([$"add book 3 {instance.Id}"], _orders.Calls);
        _orders.Ship(instance.Id, "post");
        await instance.RunToEndAsync();
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Event_ForALoadedInstance_ArrivesAsync()
    {
        await using TestHost host = new(Options(new InMemoryInstanceStore()));
        TestInstance instance = host.Start(new NewInterop { ActivityType = typeof(Ships) });
        await instance.RunUntilIdleAsync();
        await instance.ReloadAsync();
        _orders.Ship(instance.Id, "post");
        await instance.RunToEndAsync();
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Event_RaisedByCalledMethod_ArrivesAsync()
    {
        await using TestHost host = new(Options(null));
        TestInstance instance = host.Start(new NewInterop { ActivityType = typeof(ShipsAtOnce) });
        await instance.RunToEndAsync();
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Event_NoActivityWaits_ThrowsAtSourceAsync()
    {
        await using TestHost host = new(Options(null));
        TestInstance instance = host.Start(new NewInterop { ActivityType = typeof(Queues) });
        await instance.RunUntilIdleAsync();
        EventDeliveryFailedException nothing = Assert.Throws<EventDeliveryFailedException>(() => _orders.Ship(instance.Id, "post"));
        Assert.Contains("No WF3 activity in the workflow instance", nothing.Message, StringComparison.Ordinal);
        EventDeliveryFailedException none = Assert.Throws<EventDeliveryFailedException>(() => _orders.Ship(Guid.NewGuid(), "post"));
        Assert.Contains("runs a WF3 activity; use the id of one that does", none.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void LocalService_AddedBeforeRuntime_IsServiceOfRuntime()
    {
        using WorkflowRuntime runtime = new();
        runtime.AddService(_exchange);
        runtime.StartRuntime();
        Assert.Same(_orders, runtime.GetService<IOrders>());
        Assert.Throws<InvalidOperationException>(() => _exchange.AddService(_orders));
    }

    private TestHostOptions Options(InstanceStore? store) =>
        new()
        {
            Store = store,
            IdleAction = store is null ? PersistableIdleAction.None : PersistableIdleAction.Persist,
            AddExtensions = (extensions, _) => extensions.Add(_exchange)
        };

    public sealed class Ships : SequenceActivity
    {
        public Ships()
        {
            CallExternalMethodActivity add = new("add") { InterfaceType = typeof(IOrders), MethodName = "Add" };
            add.ParameterBindings.Add(new ComponentModel.WorkflowParameterBinding("name") { Value = "book" });
            add.ParameterBindings.Add(new ComponentModel.WorkflowParameterBinding("count") { Value = 3 });
            this.With(add, new HandleExternalEventActivity("shipped") { InterfaceType = typeof(IOrders), EventName = "Shipped" });
        }
    }

    public sealed class ShipsAtOnce : SequenceActivity
    {
        public ShipsAtOnce() => this.With(
            new CallExternalMethodActivity("ship") { InterfaceType = typeof(IOrders), MethodName = "ShipAtOnce" },
            new HandleExternalEventActivity("shipped") { InterfaceType = typeof(IOrders), EventName = "Shipped" });
    }

    public sealed class Queues : SequenceActivity
    {
        public Queues() => this.With(new Reading("item"));
    }
}
