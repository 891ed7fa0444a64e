using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>A handler or listener of a status event that throws in each place of a state machine: the instance ends with that exception, and no activity is left (A.3, A.4, A.12).</summary>
[Trait("Paragraph", "A.12")]
public sealed class ThrowingInStateTests : IDisposable
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly WorkflowRuntime _runtime = new();
    private readonly ManualWorkflowSchedulerService _scheduler = new();
    private readonly List<string> _failures = [];
    private string? _end;

    public ThrowingInStateTests()
    {
        _runtime.AddService(_clock);
        _runtime.AddService(_scheduler);
        _runtime.WorkflowCompleted += (_, _) => _end = "completed";
        _runtime.WorkflowTerminated += (_, e) => _end = e.Exception.Message;
        _runtime.ServicesExceptionNotHandled += (_, e) => _failures.Add(e.Exception.Message);
    }

    public static TheoryData<string, string, string> Cases()
    {
        TheoryData<string, string, string> cases = [];
        foreach (string place in (string[])["initialization", "finalization", "event", "outerEvent", "machineEvent"])
        {
            foreach (string status in (string[])["Executing", "StatusChanged", "Closed", "Canceling", "Faulting", "Compensating"])
            {
                foreach (string owner in (string[])["own", "static", "around", "listener", "aroundListener"])
                {
                    cases.Add(place, status, owner);
                }
            }

            foreach (string method in (string[])["Execute", "Cancel", "HandleFault", "Compensate", "OnClosed", "Uninitialize", "Load", "Unload", "Initialize"])
            {
                cases.Add(place, method, "own");
            }
        }

        return cases;
    }

    public void Dispose() => _runtime.Dispose();

    [Theory]
    [MemberData(nameof(Cases))]
    public void Leaf_ThatThrows_EndsTheMachine(string place, string status, string owner) =>
        Check(place, () => new Thrower("thrower") { Place = status, Owner = owner, Mode = ModeOf(status) }, status, owner);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Composite_ThatThrows_EndsTheMachine(string place, string status, string owner) =>
        Check(place, () => new ThrowingSequence("throwing") { Place = status, Owner = owner }.With(new Thrower("inner") { Mode = ModeOf(status) }), status, owner);

    private void Check(string place, Func<Activity> child, string status, string owner)
    {
        Thrower.Initialized = 0;
        Thrower.Loaded = 0;
        Machine.Build = () => Machine.With(place, new Watching("watching").With(Around(child(), status)));
        try
        {
            WorkflowInstance instance = _runtime.CreateWorkflow(typeof(Machine));
            instance.Start();
            for (int i = 0; i < 20 && _end is null; i++)
            {
                while (_scheduler.RunWorkflow(instance.InstanceId))
                {
                    // Until it waits.
                }

                _clock.Advance(TimeSpan.FromMinutes(1));
            }
        }
        catch (InvalidOperationException exception) when (exception.Message == "handler")
        {
            Assert.True(status is "Load" or "Initialize", status);
            return;
        }

        // What leaves the memory has ended, so the exception is one of the runtime.
        Assert.All(_failures, failure => Assert.True(status == "Unload" && failure == "handler", failure));
        bool isLate = status is "Unload" or "Uninitialize" || (status == "Closed" && owner == "listener");
        bool isOther = status is "Canceling" or "Cancel" or "Faulting" or "HandleFault" or "Compensating" or "Compensate";
        Assert.True(_end == "handler" || (isOther && _end == "failed") || (isLate && _end == "completed"), _end ?? "It has not ended.");
        Assert.Equal(0, Thrower.Initialized);
        Assert.Equal(0, Thrower.Loaded);
    }

    private static Activity Around(Activity child, string status) => status switch
    {
        "Canceling" or "Cancel" => Parallel("race", Sequence("left", child), Sequence("right", Throw("other", new FormatException("failed")))),
        "Compensating" or "Compensate" => Sequence("booked", Compensatable("done", child), Throw("other", new FormatException("failed"))),
        _ => Sequence("parent", child),
    };

    private static string ModeOf(string status) => status switch { "Canceling" or "Cancel" => "waits", "Faulting" or "HandleFault" => "fails", _ => "closes" };

    public sealed class Machine : StateMachineWorkflowActivity
    {
        private static readonly AsyncLocal<Func<Activity[]>?> Builder = new();

        public Machine()
        {
            Name = "machine";
            InitialStateName = "a";
            CompletedStateName = "end";
            this.With(Builder.Value!());
        }

        internal static Func<Activity[]> Build
        {
            set => Builder.Value = value;
        }

        internal static Activity[] With(string place, Activity body)
        {
            Activity[] At(string other) => place == other ? [body] : [];
            return
            [
                new StateActivity("outer").With(
                    new StateActivity("a").With(
                        new StateInitializationActivity("in").With(At("initialization")),
                        On("go", [Delay("soon", place is "outerEvent" or "machineEvent" ? 9 : 1), .. At("event"), new SetStateActivity("to") { TargetStateName = "b" }]),
                        new StateFinalizationActivity("out").With(At("finalization"))),
                    On("outerGo", [Delay("later", 5), .. At("outerEvent"), new SetStateActivity("outerTo") { TargetStateName = "b" }])),
                new StateActivity("b").With(new StateInitializationActivity("inB").With(new SetStateActivity("toEnd") { TargetStateName = "end" })),
                new StateActivity("end"),
                On("machineGo", [Delay("late", place == "machineEvent" ? 3 : 30), .. At("machineEvent"), new SetStateActivity("machineTo") { TargetStateName = "b" }]),
            ];
        }
    }
}
