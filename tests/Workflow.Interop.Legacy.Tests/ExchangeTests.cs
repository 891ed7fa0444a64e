using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Local services and their methods and events (A.10, A.12, A.13a).</summary>
[Trait("Paragraph", "A.10")]
public sealed class ExchangeTests
{
    private readonly List<string> _trace = [];
    private readonly OrderService _orders = new();

    [Fact]
    public void CallExternalMethod_PassesParametersAndReturnsTheResult()
    {
        CallExternalMethodActivity call = Call("call", nameof(IOrders.Add));
        call.ParameterBindings.Add(new WorkflowParameterBinding("name") { Value = "pen" });
        call.MethodInvoking += (sender, _) => ((CallExternalMethodActivity)sender!).ParameterBindings["count"].Value = 3;
        using Run run = Start(Sequence(
            "s",
            call,
            Code("after", (_, _) => _trace.Add($"{call.ParameterBindings["(ReturnValue)"].Value} {call.ParameterBindings["total"].Value}"))));
        Assert.Equal([$"add pen 3 {run.Instance.InstanceId}"], _orders.Calls);
        Assert.Equal(["3 pen 103"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.1")]
    public void ParameterBindings_BoundToTheWorkflow_AreReadAndSet()
    {
        Numbers numbers = new("numbers") { Count = 4 };
        CallExternalMethodActivity call = Call("call", nameof(IOrders.Add));
        Bind(call, "count", nameof(Numbers.Count));
        Bind(call, "total", nameof(Numbers.Total));
        using Run run = Start(Sequence("s", numbers, call));
        Assert.Equal(104, numbers.Total);

        static void Bind(CallExternalMethodActivity call, string parameter, string path)
        {
            WorkflowParameterBinding binding = new(parameter);
            binding.SetBinding(WorkflowParameterBinding.ValueProperty, new ActivityBind("numbers", path));
            call.ParameterBindings.Add(binding);
        }
    }

    [Fact]
    [Trait("Paragraph", "A.6")]
    public void CallExternalMethod_InReplicator_HasOwnParameters()
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Parallel, new[] { 1, 2, 3 }, Call("call", nameof(IOrders.Add)));
        replicator.ChildInitialized += (_, e) => ((CallExternalMethodActivity)e.Activity).ParameterBindings["count"].Value = e.InstanceData;
        replicator.ChildCompleted += (_, e) => _trace.Add($"{((CallExternalMethodActivity)e.Activity).ParameterBindings["total"].Value}");
        using Run run = Start(replicator);
        Assert.Null(run.Exception);
        Assert.Equal(["101", "102", "103"], _trace);
    }

    [Fact]
    [Trait("Paragraph", "A.13a")]
    public void Hooks_OfDerivedClasses_AreCalledInOrder()
    {
        using Run run = Start(Sequence("s", new AddPens("call", _trace), new Shipping("wait", _trace)));
        _orders.Ship(run.Instance.InstanceId, "ups");
        run.Continue();
        Assert.Equal(["invoking", "invoked 105", "shipped ups"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void CallExternalMethod_MethodThrows_FaultsWithException()
    {
        using Run run = Start(Sequence("s", Call("call", nameof(IOrders.Fail)), Handlers("hs", Handler<FormatException>("h", Code("handled", _trace)))));
        Assert.Equal(["handled"], _trace);
    }

    [Fact]
    public void CallExternalMethod_WithoutTheService_Faults()
    {
        using Run run = Run.Of(Call("call", nameof(IOrders.Add)));
        Assert.StartsWith($"'call' needs the local service '{typeof(IOrders)}'", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void HandleExternalEvent_WaitsForTheEvent()
    {
        HandleExternalEventActivity wait = Wait("wait");
        wait.Invoked += (sender, e) => _trace.Add($"{ReferenceEquals(_orders, sender)} {((ShippedEventArgs)e).Carrier} {e.Identity} {ReferenceEquals(_orders, wait.ParameterBindings["sender"].Value)}");
        using Run run = Start(Sequence("s", wait, Code("after", _trace)));
        Assert.Equal("Idled", run.Last);
        _orders.Ship(run.Instance.InstanceId, "ups");
        Assert.True(run.Continue());
        Assert.Equal(["True ups me True", "after"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Invoked_ServicePassesNoSender_HasNone()
    {
        HandleExternalEventActivity wait = Wait("wait");
        wait.Invoked += (sender, _) => _trace.Add($"sender '{sender}'");
        using Run run = Start(wait);
        _orders.Ship(new ShippedEventArgs(run.Instance.InstanceId, "ups"), sender: null);
        run.Continue();
        Assert.Equal(["sender ''"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void HandleExternalEvent_EventRaisedBefore_ReceivesIt()
    {
        CallExternalMethodActivity call = Call("call", nameof(IOrders.ShipAtOnce));
        using Run run = Start(Sequence("s", call, Traced("wait")));
        Assert.Equal(["wait now"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.12")]
    public void HandleExternalEvent_InListen_CompetesWithDelay()
    {
        int count = 0;
        using Run run = Start(While(
            "w",
            () => count++ < 2,
            new ListenActivity("li").With(On("e1", Traced("wait")), On("e2", Delay("d", 5), Code("late", _trace)))));
        run.ContinueAfter(TimeSpan.FromMinutes(5));
        _orders.Ship(run.Instance.InstanceId, "ups");
        run.Continue();
        Assert.Equal(["late", "wait ups"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void HandleExternalEvent_Canceled_LeavesNoSubscription()
    {
        using Run run = Start(Sequence(
            "s",
            Parallel("p", Sequence("l", Wait("wait")), Sequence("r", Throw("t", new FormatException()))),
            Handlers("hs", Handler<FormatException>("h", Reading.Into(_trace, "q")))));
        Assert.All(run.Instance.GetWorkflowQueueData(), queue => Assert.Equal(queue.QueueName is "q" ? 1 : 0, queue.SubscribedActivityNames.Count));
    }

    [Fact]
    public void Event_NotDeliverable_ThrowsAtSource()
    {
        using Run run = Start(Code("a", _trace));
        EventDeliveryFailedException exception = Assert.Throws<EventDeliveryFailedException>(() => _orders.Ship(run.Instance.InstanceId, "late"));
        Assert.StartsWith(
            $"The event 'Shipped' of '{typeof(IOrders)}' could not be delivered to the workflow instance '{run.Instance.InstanceId}': ",
            exception.Message,
            StringComparison.Ordinal);
        Assert.IsType<InvalidOperationException>(exception.InnerException);
        Assert.Throws<EventDeliveryFailedException>(() => _orders.Ship(Guid.Empty, "nowhere"));
        using Run other = Start(Reading.Into(_trace, "q"));
        Assert.Throws<EventDeliveryFailedException>(() => _orders.Ship(other.Instance.InstanceId, "no queue"));
    }

    [Fact]
    public void WaitForIdle_StepsLeft_DeliversAfterThem()
    {
        Run? run = null;
        run = Prepare(Parallel(
            "p",
            Sequence("l", Code("send", (_, _) => _orders.Ship(run!.Instance.InstanceId, "idle", waits: true)), Code("a", _trace), Code("b", _trace)),
            Sequence("r", Traced("wait"))));
        using (run)
        {
            run.Instance.Start();
            run.Continue();
            Assert.Equal(["a", "b", "wait idle"], _trace);
        }
    }

    [Fact]
    public void Correlation_DeliversEachEventToItsConversation()
    {
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Parallel, new[] { "a", "b", "c" }, Conversation());
        using Run run = Prepare(replicator);
        TaskService tasks = new();
        run.Runtime.GetService<ExternalDataExchangeService>()!.AddService(tasks);
        run.Instance.Start();
        run.Continue();
        Assert.Equal(["a", "b", "c"], tasks.Created);
        tasks.Complete(run.Instance.InstanceId, "b");
        run.Continue();
        tasks.Complete(run.Instance.InstanceId, "c");
        run.Continue();
        Assert.Throws<EventDeliveryFailedException>(() => tasks.Complete(run.Instance.InstanceId, "unknown"));
        Assert.Equal(["b", "c"], _trace);
        Assert.Throws<EventDeliveryFailedException>(() => tasks.Complete(run.Instance.InstanceId, "b"));
        tasks.Complete(run.Instance.InstanceId, "a");
        run.Continue();
        Assert.Equal(["b", "c", "a"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Correlation_WithoutItsInitializer_Faults()
    {
        HandleExternalEventActivity wait = new("wait")
        {
            InterfaceType = typeof(ITasks),
            EventName = "Completed",
            CorrelationToken = new CorrelationToken("t") { OwnerActivityName = "s" }
        };
        using Run run = Start(Sequence("s", wait));
        Assert.Equal(
            "'wait' waits for 'Completed' before the token 't' has values; let the initializer of the conversation run before.",
            run.Exception!.Message);
    }

    [Fact]
    public void Activities_IncompleteProperties_AreInvalid()
    {
        using WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(Invalid)));
        Assert.Equal(
            [
                "The activity 'c1' has no InterfaceType that is an interface with the attribute ExternalDataExchange; set it.",
                $"The activity 'c2' uses the method 'Missing', which '{typeof(IOrders)}' does not have; correct the name.",
                $"The activity 'h1' uses the event 'Missing', which '{typeof(IOrders)}' does not have; correct the name.",
                $"The activity 'h2' has no CorrelationToken with a name and an owner that exists, and '{typeof(ITasks)}' has correlation parameters; set it.",
            ],
            exception.Errors.Select(error => error.ErrorText));
    }

    [Fact]
    public void AddService_NotALocalService_IsRefused()
    {
        using WorkflowRuntime runtime = new();
        ExternalDataExchangeService exchange = new();
        runtime.AddService(exchange);
        Assert.Throws<ArgumentException>(() => exchange.AddService("text"));
        Assert.Contains(
            "'Wrong'",
            Assert.Throws<ArgumentException>(() => exchange.AddService(new WrongService())).Message.Replace(".Wrong'", "'Wrong'", StringComparison.Ordinal),
            StringComparison.Ordinal);
        exchange.AddService(_orders);
        Assert.Same(_orders, exchange.GetService(typeof(IOrders)));
        Assert.Same(_orders, runtime.GetService<IOrders>());
        Assert.Throws<InvalidOperationException>(() => exchange.AddService(_orders));
        exchange.RemoveService(_orders);
        exchange.RemoveService(_orders);
        Assert.Null(runtime.GetService<IOrders>());
        _orders.Ship(Guid.NewGuid(), "nothing listens");
    }

    [Fact]
    public void EventQueueName_ComparesByItsParts()
    {
        EventQueueName name = new(typeof(IOrders), "Shipped", [new CorrelationProperty("id", 1)]);
        Assert.Equal(name, new EventQueueName(typeof(IOrders), "Shipped", [new CorrelationProperty("id", 1)]));
        Assert.True(name != new EventQueueName(typeof(IOrders), "Shipped", [new CorrelationProperty("id", 2)]));
        Assert.True(name > new EventQueueName(typeof(IOrders), "Shipped"));
        Assert.True(name > null!);
        Assert.Equal(0, name.CompareTo(new EventQueueName(typeof(IOrders), "Shipped", [new CorrelationProperty("id", 1)])));
        Assert.Equal(1, name.CompareTo("text"));
        Assert.Equal($"{typeof(IOrders)}.Shipped id=1", name.ToString());
    }

    private static CallExternalMethodActivity Call(string name, string method) => new(name) { InterfaceType = typeof(IOrders), MethodName = method };

    private static HandleExternalEventActivity Wait(string name) => new(name) { InterfaceType = typeof(IOrders), EventName = nameof(IOrders.Shipped) };

    private HandleExternalEventActivity Traced(string name)
    {
        HandleExternalEventActivity wait = Wait(name);
        wait.Invoked += (_, e) => _trace.Add($"{name} {((ShippedEventArgs)e).Carrier}");
        return wait;
    }

    private SequenceActivity Conversation()
    {
        CallExternalMethodActivity create = new("create")
        {
            InterfaceType = typeof(ITasks),
            MethodName = "Create",
            CorrelationToken = new CorrelationToken("t") { OwnerActivityName = "s" }
        };
        create.MethodInvoking += (sender, _) =>
        {
            Activity clone = (Activity)sender!;
            ReplicatorActivity replicator = (ReplicatorActivity)clone.GetActivityByName("r")!;
            ((CallExternalMethodActivity)clone).ParameterBindings["taskId"].Value =
                replicator.CurrentChildData[replicator.DynamicActivities.ToList().IndexOf(clone.Parent!)];
        };
        HandleExternalEventActivity wait = new("wait")
        {
            InterfaceType = typeof(ITasks),
            EventName = "Completed",
            CorrelationToken = new CorrelationToken("t") { OwnerActivityName = "s" }
        };
        wait.Invoked += (_, e) => _trace.Add(((TaskEventArgs)e).TaskId);
        return Sequence("s", create, wait);
    }

    private Run Prepare(Activity root)
    {
        Run run = Run.Create(root);
        ExternalDataExchangeService exchange = new();
        run.Runtime.AddService(exchange);
        exchange.AddService(_orders);
        return run;
    }

    private Run Start(Activity root)
    {
        Run run = Prepare(root);
        run.Instance.Start();
        run.Continue();
        return run;
    }

    public sealed class Invalid : SequentialWorkflowActivity
    {
        public Invalid() => this.With(
            new CallExternalMethodActivity("c1") { InterfaceType = typeof(IDisposable), MethodName = "Dispose" },
            Call("c2", "Missing"),
            new HandleExternalEventActivity("h1") { InterfaceType = typeof(IOrders), EventName = "Missing" },
            new HandleExternalEventActivity("h2")
            {
                InterfaceType = typeof(ITasks),
                EventName = "Completed",
                CorrelationToken = new CorrelationToken("t") { OwnerActivityName = "missing" }
            });
    }

    private sealed class Numbers(string name) : Activity(name)
    {
        public int Count { get; set; }

        public int Total { get; set; }
    }

    private sealed class AddPens(string name, List<string> trace) : CallExternalMethodActivity(name)
    {
        public override Type? InterfaceType => typeof(IOrders);

        public override string MethodName => nameof(IOrders.Add);

        protected override void OnMethodInvoking(EventArgs e)
        {
            trace.Add("invoking");
            ParameterBindings["count"].Value = 5;
        }

        protected override void OnMethodInvoked(EventArgs e) => trace.Add($"invoked {ParameterBindings["total"].Value}");
    }

    private sealed class Shipping(string name, List<string> trace) : HandleExternalEventActivity(name)
    {
        public override Type? InterfaceType => typeof(IOrders);

        public override string EventName => nameof(IOrders.Shipped);

        protected override void OnInvoked(EventArgs e) => trace.Add($"shipped {((ShippedEventArgs)e).Carrier}");
    }
}
