extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>
/// Handlers, methods and code that throw in state machines: the instance ends with an exception, no activity stays active, and the store is empty (A.4, A.12).
/// </summary>
[Trait("Paragraph", "A.12")]
public sealed class ThrowingInStateTests
{
    private static readonly string[] Parts =
        ["machine", "outer", "a", "b", "ia", "iaCode", "fa", "faCode", "onGo", "go", "goCode", "toB", "onOuter", "outerCode"];
    private readonly VirtualTimeProvider _clock = new();

    public static TheoryData<string, string, string> Cases()
    {
        TheoryData<string, string, string> cases = [];
        foreach (string part in Parts)
        {
            foreach (string place in (string[])["Executing", "StatusChanged", "Closed", "Faulting", "Canceling"])
            {
                foreach (string owner in (string[])["static", "machine", "state"])
                {
                    cases.Add(part, place, owner);
                }
            }
        }

        foreach (string part in (string[])["machine", "outer", "a", "b", "part"])
        {
            foreach (string place in (string[])["Execute", "Cancel", "HandleFault", "OnClosed", "Uninitialize", "Load", "Unload", "Initialize"])
            {
                cases.Add(part, place, "own");
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Part_Throws_EndsInstance(string part, string place, string owner)
    {
        foreach (string ending in (string[])["done", "fails", "terminated", "set"])
        {
            foreach (bool unloads in new[] { false, true })
            {
                await CheckAsync(part, place, owner, ending, unloads);
            }
        }
    }

    private async Task CheckAsync(string part, string place, string owner, string ending, bool unloads)
    {
        Thrower.Initialized = 0;
        Thrower.Loaded = 0;
        InMemoryInstanceStore store = new(_clock);
        Machine.Build = new Plan(part, place, owner, ending);
        using Host host = new(store, _clock, unloads, workflows: typeof(Machine));
        WorkflowInstance instance;
        try
        {
            instance = host.Start(typeof(Machine));
        }
        catch (InvalidOperationException exception) when (exception.Message == "handler")
        {
            Assert.True(place is "Load" or "Initialize", place);
            return;
        }

        List<string> events = [.. host.Take()];
        string[] queues = ["outer", "go", "inner", "last"];
        for (int i = 0; i < queues.Length && !IsEnd(events[^1]); i++)
        {
            if (i == 2 && ending == "terminated")
            {
                instance.Terminate("failed");
            }
            else if (i == 2 && ending == "set")
            {
                new StateMachineWorkflowInstance(host.Runtime, instance.InstanceId).SetState("c");
                host.Continue(instance);
                host.Send(instance, queues[i], 1);
            }
            else
            {
                host.Send(instance, queues[i], 1);
            }

            events.AddRange(host.Take());
        }

        string state = unloads ? string.Empty : State(Machine.Build!.Last!);
        string all = $"{ending} {unloads} {string.Join(", ", events)} / {string.Join(", ", host.Failures.Select(static failure => failure.Message))} / {state}";
        bool isOther = IsElsewhere(place)
            ? events[^1] is "Completed" or "Terminated failed"
            : ending is "fails" or "terminated" && events[^1] == "Terminated failed";
        Assert.True(isOther || events[^1] == "Terminated handler", all);
        Assert.Empty(await Stored.AllAsync(store));
        if (!unloads)
        {
            Assert.All(
                All(Machine.Build!.Last!),
                activity => Assert.True(
                    ending == "terminated" || activity.ExecutionStatus is ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized,
                    $"{activity.Name} {all}"));
            Assert.True((0, 0) == (Thrower.Initialized, Thrower.Loaded), $"{Thrower.Initialized} {Thrower.Loaded} {all}");
        }
    }

    /// <summary>True if the place is not reached in each run, or is reached only after the instance has succeeded.</summary>
    private static bool IsElsewhere(string place) => place is "Canceling" or "Cancel" or "Faulting" or "HandleFault" or "Uninitialize" or "Load" or "Unload";

    private static bool IsEnd(string text) => text.StartsWith("Terminated", StringComparison.Ordinal) || text is "Completed" or "Aborted";

    private static string State(Activity root) => string.Join(' ', All(root).Select(static activity => $"{activity.Name}={activity.ExecutionStatus}"));

    private static IEnumerable<Activity> All(Activity root)
    {
        yield return root;
        foreach (Activity activity in root is CompositeActivity composite ? composite.Activities.SelectMany(All) : [])
        {
            yield return activity;
        }
    }

    public sealed record Plan(string Part, string Place, string Owner, string Ending)
    {
        public Activity? Last { get; set; }
    }

    public sealed class Machine : StateMachineWorkflowActivity
    {
        private static readonly AsyncLocal<Plan?> Current = new();

        public Machine()
        {
            Plan plan = Build!;
            plan.Last = this;
            Place = plan.Part == "machine" ? plan.Place : null;
            Name = "machine";
            InitialStateName = "a";
            CompletedStateName = "end";
            ThrowingState outer = new("outer", plan);
            this.With(
                outer.With(
                    new ThrowingState("a", plan).With(
                        new StateInitializationActivity("ia").With(Code("iaCode", Nothing), Part("ia")),
                        new StateFinalizationActivity("fa").With(Code("faCode", Nothing), Part("fa")),
                        On(
                            "onGo",
                            new Reading("go"),
                            Code("goCode", Nothing),
                            new Reading("inner"),
                            plan.Ending == "fails" ? Code("fails", Fail) : Part("go"),
                            new SetStateActivity("toB") { TargetStateName = "b" })),
                    new ThrowingState("b", plan).With(On("onLast", new Reading("last"), new SetStateActivity("toEnd") { TargetStateName = "end" })),
                    On("onOuter", new Reading("outerRead", "outer"), Code("outerCode", Nothing))),
                new StateActivity("c").With(On("onC", new Reading("lastC", "last"), new SetStateActivity("toEnd2") { TargetStateName = "end" })),
                new StateActivity("end"));
            if (GetActivityByName(plan.Part) is { } part && plan.Owner != "own")
            {
                Hook(part, plan, outer);
            }
        }

        public static Plan? Build
        {
            get => Current.Value;
            set => Current.Value = value;
        }

        public string? Place { get; set; }

        private static void Nothing(object? sender, EventArgs e)
        {
        }

        private static void Fail(object? sender, EventArgs e) => throw new FormatException("failed");

        private static Thrower Part(string name)
        {
            Plan plan = Build!;
            return new Thrower(name + "Thrower")
            {
                Place = plan.Part == "part" ? plan.Place : null,
                Mode = plan.Place == "HandleFault" && name == "go" ? "fails" : "closes"
            };
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            ActivityExecutionStatus status = base.Execute(executionContext);
            Do("Execute");
            return status;
        }

        protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
        {
            Do("HandleFault");
            return base.HandleFault(executionContext, exception);
        }

        protected override void OnClosed(IServiceProvider provider) => Do("OnClosed");

        protected override void Uninitialize(IServiceProvider provider) => Do("Uninitialize");

        protected override void Initialize(IServiceProvider provider)
        {
            base.Initialize(provider);
            Do("Initialize");
        }

        private void Hook(Activity part, Plan plan, ThrowingState state)
        {
            EventHandler<ActivityExecutionStatusChangedEventArgs> handler = plan.Owner switch
            {
                "static" => StaticHandler,
                "machine" => OnStatus,
                _ => state.OnStatus
            };
            StatusEvents.Add(part, plan.Place, handler);
        }

        private static void StaticHandler(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");

        private void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");

        private void Do(string place)
        {
            if (place == Place)
            {
                throw new InvalidOperationException("handler");
            }
        }
    }

    public sealed class ThrowingState : StateActivity
    {
        public ThrowingState(string name, Plan plan)
            : base(name) => Place = plan.Part == name && plan.Owner == "own" ? plan.Place : null;

        public string? Place { get; set; }

        public void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            ActivityExecutionStatus status = base.Execute(executionContext);
            Do("Execute");
            return status;
        }

        protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
        {
            Do("Cancel");
            return base.Cancel(executionContext);
        }

        protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
        {
            Do("HandleFault");
            return base.HandleFault(executionContext, exception);
        }

        protected override void OnClosed(IServiceProvider provider) => Do("OnClosed");

        protected override void Uninitialize(IServiceProvider provider)
        {
            Thrower.Initialized--;
            Do("Uninitialize");
        }

        protected override void Initialize(IServiceProvider provider)
        {
            Thrower.Initialized++;
            Do("Initialize");
        }

        protected override void OnActivityExecutionContextLoad(IServiceProvider provider)
        {
            Thrower.Loaded++;
            Do("Load");
        }

        protected override void OnActivityExecutionContextUnload(IServiceProvider provider)
        {
            Thrower.Loaded--;
            Do("Unload");
        }

        private void Do(string place)
        {
            if (place == Place)
            {
                throw new InvalidOperationException("handler");
            }
        }
    }
}
