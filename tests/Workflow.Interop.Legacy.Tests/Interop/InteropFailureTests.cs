extern alias WorkflowCore;

using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;
using Activity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>Legacy activities inside new workflows whose own code fails, in each method (B.2, B.3), and large legacy activities.</summary>
[Trait("Paragraph", "B.3")]
public sealed class InteropFailureTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [InlineData("Input", "caught Input")]
    [InlineData("Constructor", "caught Constructor")]
    [InlineData("Initialize", "released, caught Initialize")]
    [InlineData("Execute", "released, caught Execute")]
    [InlineData("OnClosed", "executed, released, caught OnClosed")]
    [InlineData("Output", "executed, released, caught Output")]
    [InlineData("Uninitialize", "executed, released, caught Uninitialize")]
    public void Hook_Throws_FaultsInterop(string where, string expected)
    {
        Broken.Where = "nowhere";
        Variable<int> output = new("output");
        WorkflowCore::Workflow.Statements.Sequence sequence = Hosted.Sequence(Hosted.Try<FormatException>(
            _trace, Hosted.Interop<Broken>(_trace).With("Input", new InArgument<int>(1)).With("OutputOut", new OutArgument<int>(output))));
        sequence.Variables.Add(output);
        WorkflowInvoker invoker = new(sequence);
        invoker.Invoke();
        Assert.Equal("executed", _trace[0]);
        _trace.Clear();
        Broken.Where = where;
        invoker.Invoke();
        Broken.Where = "nowhere";
        Assert.Equal(expected, string.Join(", ", _trace));
    }

    [Fact]
    public async Task Cancel_Throws_FaultsInteropAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Hosted.Try<FormatException>(_trace, Hosted.Parallel(
            Hosted.Interop<BreaksInCancel>(_trace),
            Hosted.Sequence(
                Hosted.Interop<TwoReadings>(_trace),
                new WorkflowCore::Workflow.Statements.Throw { Exception = new InArgument<Exception>(_ => new ArithmeticException("new")) }))));
        await instance.RunUntilIdleAsync();
        await instance.ResumeAsync("first", 1);
        await instance.ResumeAsync("second", 2);
        await host.RunUntilIdleAsync();
        Assert.NotNull(instance.Result);
        Assert.Empty(instance.Bookmarks);
        Assert.Contains("released", _trace);
    }

    [Fact]
    public async Task StateMachine_RunsInsideAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Hosted.Sequence(
            new Workflow.Statements.Interop { ActivityType = typeof(Machine) }.With("Trace", new InArgument<List<string>>(_ => _trace)),
            Hosted.Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        Assert.Equal(["SetStateQueue", "go"], instance.Bookmarks.Select(static bookmark => bookmark.BookmarkName).Order(StringComparer.Ordinal));
        await instance.ResumeAsync("go", 1);
        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        Assert.Equal(["go 1", "late", "after"], _trace);
        Assert.NotNull(instance.Result);
    }

    [Fact]
    public async Task EventHandlers_RunInsideAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Hosted.Interop<Handling>(_trace));
        await instance.RunUntilIdleAsync();
        await instance.ResumeAsync("x", 1);
        await instance.ResumeAsync("x", 2);
        await instance.ResumeAsync("end", 3);
        await instance.RunToEndAsync();
        Assert.Equal(["x 1", "x 2", "end 3"], _trace);
    }

    [Fact]
    public void DeepAndWideTrees_Run()
    {
        WorkflowInvoker.Invoke(Hosted.Interop<Large>(_trace));
        Assert.Equal(3_001, _trace.Count);
    }

    public sealed class Broken : TracedSequence
    {
        private int _input;

        public Broken()
        {
            Check("Constructor");
            this.With(Code("c", (_, _) =>
            {
                Check("Execute");
                Trace.Add("executed");
            }));
        }

        public static string Where { get; set; } = "nowhere";

        public int Input
        {
            set
            {
                Check("Input");
                _input = value;
            }
        }

        public int Output
        {
            get
            {
                Check("Output");
                return _input;
            }
        }

        protected override void Initialize(IServiceProvider provider) => Check("Initialize");

        protected override void OnClosed(IServiceProvider provider) => Check("OnClosed");

        protected override void Uninitialize(IServiceProvider provider)
        {
            Trace.Add("released");
            Check("Uninitialize");
        }

        private static void Check(string where)
        {
            if (Where == where)
            {
                throw new FormatException(where);
            }
        }
    }

    public sealed class BreaksInCancel : TracedSequence
    {
        public BreaksInCancel() => this.With(Read("item"));

        protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => throw new FormatException("cancel");

        protected override void Uninitialize(IServiceProvider provider) => Trace.Add("released");
    }

    public sealed class Machine : StateMachineWorkflowActivity
    {
        public Machine()
        {
            Reading go = new("go");
            go.Read += (_, e) => Trace.Add($"go {e.Item}");
            InitialStateName = "first";
            CompletedStateName = "last";
            this.With(
                new StateActivity("first").With(On("onGo", go, new SetStateActivity("toSecond") { TargetStateName = "second" })),
                new StateActivity("second").With(On(
                    "onTime",
                    Delay("delay", 1),
                    Code("late", (_, _) => Trace.Add("late")),
                    new SetStateActivity("toLast") { TargetStateName = "last" })),
                new StateActivity("last"));
        }

        public List<string> Trace { get; set; } = [];
    }

    public sealed class Handling : TracedSequence
    {
        public Handling() =>
            this.With(new EventHandlingScopeActivity("scope").With(Read("end"), new EventHandlersActivity("handlers").With(On("e", Read("x")))));
    }

    public sealed class Large : TracedSequence
    {
        public Large()
        {
            Activity deep = Step("deep");
            for (int i = 0; i < 1_000; i++)
            {
                deep = Sequence($"s{i}", deep);
            }

            this.With(deep, Sequence("wide", [.. Enumerable.Range(0, 3_000).Select(i => Step($"w{i}"))]));
        }
    }
}
