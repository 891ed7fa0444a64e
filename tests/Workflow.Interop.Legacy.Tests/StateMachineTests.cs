using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>State machines (A.12, A.13a).</summary>
[Trait("Paragraph", "A.12")]
public sealed class StateMachineTests : IDisposable
{
    private static int s_names;
    private readonly VirtualTimeProvider _clock = new();
    private readonly WorkflowRuntime _runtime = new();
    private readonly ManualWorkflowSchedulerService _scheduler = new();
    private readonly List<string> _trace = [];

    public StateMachineTests()
    {
        _runtime.AddService(_clock);
        _runtime.AddService(_scheduler);
        _runtime.WorkflowCompleted += (_, _) => _trace.Add("completed");
        _runtime.WorkflowTerminated += (_, e) => _trace.Add(e.Exception.Message);
    }

    public void Dispose() => _runtime.Dispose();

    [Fact]
    public void Machine_RunsFromItsInitialToItsCompletedState()
    {
        WorkflowInstance instance = Start(() => States(
            State("a", Init("ia", "a in"), Final("fa", "a out"), On("go", Reading.Into(_trace, "q"), Code("ran", _trace), To("b"), Code("late", _trace))),
            State("b", Init("ib", "b in"), On("stop", Reading.Into(_trace, "q2"), To("end"))),
            State("end")));
        Assert.Equal(["a in"], _trace);
        Send(instance, "q", 1);
        Assert.Equal(["a in", "q 1", "ran", "late", "a out", "b in"], _trace);
        Send(instance, "q2", 2);
        Assert.Equal(["q2 2", "completed"], _trace[6..]);
    }

    [Fact]
    public void Handler_SetsNoState_HandlesNextEvent()
    {
        WorkflowInstance instance = Start(() => States(State("a", On("go", Reading.Into(_trace, "q"))), State("end")));
        Send(instance, "q", 1);
        Send(instance, "q", 2);
        instance.EnqueueItem("q", 3, null, null);
        Send(instance, "q", 4);
        Assert.Equal(["q 1", "q 2", "q 3", "q 4"], _trace);
    }

    [Fact]
    public void Initialization_SetsState_ChangesItAtOnce()
    {
        Start(() => States(
            State("a", new StateInitializationActivity("ia").With(Code("in", _trace), To("b"))),
            State("b", new StateInitializationActivity("ib").With(To("end"))),
            State("end")));
        Assert.Equal(["in", "completed"], _trace);
    }

    [Fact]
    public void SetState_ToTheSameState_LeavesAndEntersIt()
    {
        WorkflowInstance instance = Start(
            () => States(State("a", Init("ia", "in"), Final("fa", "out"), On("go", Reading.Into(_trace, "q"), To("a"))), State("end")));
        Send(instance, "q", 1);
        Assert.Equal(["in", "q 1", "out", "in"], _trace);
    }

    [Fact]
    public void States_Nested_ShareOuterHandlers()
    {
        WorkflowInstance instance = Start(() => States(
            State(
                "outer",
                State(
                    "a",
                    Final("fa", "a out"),
                    On("goA", Reading.Into(_trace, "next"), To("b")),
                    On("ownA", Reading.Into(_trace, "bothA", "both"), Code("inner", _trace))),
                State("b", Init("ib", "b in")),
                On("goEnd", Reading.Into(_trace, "cancel"), To("end")),
                On("common", Reading.Into(_trace, "both"), Code("outer handler", _trace))),
            State("end")));
        Send(instance, "both", 1);
        Assert.Equal(["bothA 1", "inner"], _trace);
        Send(instance, "next", 2);
        Assert.Equal(["next 2", "a out", "b in"], _trace[2..]);
        Send(instance, "both", 3);
        Assert.Equal(["both 3", "outer handler"], _trace[5..]);
        Send(instance, "cancel", 4);
        Assert.Equal(["cancel 4", "completed"], _trace[7..]);
    }

    [Fact]
    public void Events_WhileHandlerRuns_WaitForIt()
    {
        WorkflowInstance instance = Start(() => States(
            State("a", On("one", Reading.Into(_trace, "q1"), Reading.Into(_trace, "inner"), To("b")), On("two", Reading.Into(_trace, "q2"))),
            State("b", On("twoB", Reading.Into(_trace, "q2b", "q2"), Code("in b", _trace))),
            State("end")));
        Send(instance, "q1", 1);
        Send(instance, "q2", 2);
        Assert.Equal(["q1 1"], _trace);
        Send(instance, "inner", 3);
        Assert.Equal(["q1 1", "inner 3", "q2b 2", "in b"], _trace);
    }

    [Fact]
    public void Delay_OfState_RestartsAfterHandler()
    {
        int count = 0;
        WorkflowInstance instance = Start(() => States(
            State("a", On("tick", Delay("d", 1), Code("c", (_, _) => _trace.Add($"tick {++count}"))), On("go", Reading.Into(_trace, "q"), To("b"))),
            State("b"),
            State("end")));
        for (int i = 0; i < 2; i++)
        {
            _clock.Advance(TimeSpan.FromMinutes(1));
            _scheduler.RunWorkflow(instance.InstanceId);
        }

        Send(instance, "q", 1);
        Assert.Equal(["tick 1", "tick 2", "q 1"], _trace);
        Assert.Equal(DateTime.MaxValue, instance.GetWorkflowNextTimerExpiration());
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Handler_Faults_TerminatesUnlessHandled()
    {
        WorkflowInstance instance = Start(() => States(
            State(
                "a",
                On(
                    "one",
                    Reading.Into(_trace, "q1"),
                    Throw("t1", new FormatException("x")),
                    Handlers("hs", Handler<FormatException>("h", Code("handled", _trace)))),
                On("two", Reading.Into(_trace, "q2"), Throw("t2", new FormatException("fatal")))),
            State("end")));
        Send(instance, "q1", 1);
        Send(instance, "q2", 2);
        Assert.Equal(["q1 1", "handled", "q2 2", "fatal"], _trace);
    }

    [Fact]
    [Trait("Paragraph", "A.13a")]
    public void StateMachineWorkflowInstance_KnowsAndSetsTheState()
    {
        WorkflowInstance instance = Start(() => States(
            State("a", Final("fa", "a out"), On("go", Reading.Into(_trace, "q"), To("b"))), State("b", Init("ib", "b in")), State("end")));
        StateMachineWorkflowInstance machine = new(_runtime, instance.InstanceId);
        Assert.Equal("a", machine.CurrentStateName);
        Assert.Equal("a", machine.CurrentState!.Name);
        Assert.Equal(["machine", "a", "b", "end"], machine.States.Select(state => state.Name));
        Assert.Equal(["b"], machine.PossibleStateTransitions);
        Assert.Throws<ArgumentException>(() => machine.SetState("missing"));
        Assert.Throws<ArgumentException>(() => machine.SetState("machine"));
        machine.SetState("b");
        _scheduler.RunWorkflow(instance.InstanceId);
        Assert.Equal(["a out", "b in"], _trace);
        Assert.Equal("b", machine.CurrentStateName);
        machine.SetState(machine.States[3]);
        _scheduler.RunWorkflow(instance.InstanceId);
        Assert.Equal("completed", _trace[^1]);
        Assert.Throws<InvalidOperationException>(() => machine.SetState("b"));
        Assert.Throws<InvalidOperationException>(() => new StateMachineWorkflowInstance(_runtime, instance.InstanceId));
    }

    [Fact]
    public void SetState_HandlerRuns_TakesEffectAfterIt()
    {
        WorkflowInstance instance = Start(
            () => States(State("a", On("go", Reading.Into(_trace, "q"), Reading.Into(_trace, "inner"))), State("b", Init("ib", "b in")), State("end")));
        Send(instance, "q", 1);
        new StateMachineWorkflowInstance(_runtime, instance.InstanceId).SetState("b");
        _scheduler.RunWorkflow(instance.InstanceId);
        Assert.Equal(["q 1"], _trace);
        Send(instance, "inner", 2);
        Assert.Equal(["q 1", "inner 2", "b in"], _trace);
    }

    [Fact]
    public void Machine_Invalid_IsRefusedWithAllProblems()
    {
        Machine.Build = machine => machine.With(
            State("a", State("inner"), Init("ia", "x")), State("end", Init("ie", "x")), To("a"), new StateFinalizationActivity("lost").With(To("inner")));
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => _runtime.CreateWorkflow(typeof(Machine)));
        Assert.Contains("'machine' has no InitialStateName", exception.Message, StringComparison.Ordinal);
        Assert.Contains("'machine' has a child that is neither a StateActivity", exception.Message, StringComparison.Ordinal);
        Assert.Contains("'a' has a child that a state cannot have", exception.Message, StringComparison.Ordinal);
        Assert.Contains("'end' completes the state machine and has children", exception.Message, StringComparison.Ordinal);
        Assert.Contains(" is not in a handler or an initialization", exception.Message, StringComparison.Ordinal);
    }

    private static StateActivity State(string name, params Activity[] children) => new StateActivity(name).With(children);

    /// <summary>Returns the states of one tree. The constructor of the workflow runs several times, so each tree needs new activities.</summary>
    private static Activity[] States(params StateActivity[] states) => [.. states];

    private static SetStateActivity To(string target) => new($"to{++s_names}") { TargetStateName = target };

    private StateInitializationActivity Init(string name, string line) =>
        new StateInitializationActivity(name).With(Code($"{name}Code", (_, _) => _trace.Add(line)));

    private StateFinalizationActivity Final(string name, string line) =>
        new StateFinalizationActivity(name).With(Code($"{name}Code", (_, _) => _trace.Add(line)));

    private WorkflowInstance Start(Func<Activity[]> build)
    {
        Machine.Build = machine => machine.With(build());
        WorkflowInstance instance = _runtime.CreateWorkflow(typeof(Machine));
        instance.Start();
        _scheduler.RunWorkflow(instance.InstanceId);
        return instance;
    }

    private void Send(WorkflowInstance instance, string queue, int item)
    {
        instance.EnqueueItem(queue, item, null, null);
        _scheduler.RunWorkflow(instance.InstanceId);
    }

    public sealed class Machine : StateMachineWorkflowActivity
    {
        [ThreadStatic]
        private static Action<Machine>? s_build;

        public Machine()
        {
            Name = "machine";
            InitialStateName = "a";
            CompletedStateName = "end";
            s_build!(this);
        }

        public static Action<Machine> Build
        {
            set => s_build = value;
        }
    }
}
