using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>A workflow that is invoked like a method, on the thread of the caller.</summary>
[Rule("17.1")]
[Rule("22.1")]
public sealed class InvokerTests
{
    private readonly Log _log = new();

    [Fact]
    public void Invoke_OfAFunction_ReturnsItsResult()
    {
        Assert.Equal(5, WorkflowInvoker.Invoke(new Add { Left = 2, Right = 3 }));
        Assert.Equal(7, WorkflowInvoker.Invoke(new Add { Left = 2 }, Inputs(("Right", 5))));
        Assert.Equal(2, WorkflowInvoker.Invoke(new Add { Left = 2 }, null));
        Assert.Equal(7, WorkflowInvoker.Invoke(new Add(), Inputs(("Left", 2), ("Right", 5)), HangGuard.Limit));
    }

    [Fact]
    public void Invoke_OfAFunctionWithOtherOutputs_GivesThemSeparately()
    {
        Assert.Equal(7, WorkflowInvoker.Invoke(new Add(), Inputs(("Left", 2), ("Right", 5)), out IDictionary<string, object?> outputs, HangGuard.Limit));
        Assert.Equal(new Dictionary<string, object?> { ["Product"] = 10 }, outputs);
    }

    [Fact]
    public void Invoke_OfAnActivity_ReturnsItsOutputs()
    {
        Assert.Equal(
            new Dictionary<string, object?> { ["Product"] = 10, ["Result"] = 7 },
            WorkflowInvoker.Invoke((Activity)new Add(), Inputs(("Left", 2), ("Right", 5))));
        Assert.Empty(WorkflowInvoker.Invoke(new Step(_log, "step")));
        Assert.Empty(WorkflowInvoker.Invoke(new Step(_log, "step"), HangGuard.Limit));
        Assert.Empty(WorkflowInvoker.Invoke(new Step(_log, "step"), Inputs(), HangGuard.Limit));
    }

    [Fact]
    public void Invoke_OfAnInvokerObject_TakesEachFormOfArguments()
    {
        WorkflowInvoker invoker = new(new Add { Left = 1, Right = 1 });
        Assert.Equal(2, invoker.Invoke()["Result"]);
        Assert.Equal(2, invoker.Invoke(HangGuard.Limit)["Result"]);
        Assert.Equal(6, invoker.Invoke(Inputs(("Left", 5)))["Result"]);
        Assert.Equal(6, invoker.Invoke(Inputs(("Left", 5)), HangGuard.Limit)["Result"]);
    }

    [Fact]
    public void Invoke_WithoutActivityOrInputs_IsRefused()
    {
        Assert.Throws<ArgumentNullException>(() => WorkflowInvoker.Invoke((Activity)null!));
        Assert.Throws<ArgumentNullException>(() => WorkflowInvoker.Invoke((Activity)new Add(), (IDictionary<string, object?>)null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInvoker(null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInvoker(new Add()).Invoke((IDictionary<string, object?>)null!));
    }

    [Fact]
    public void Invoke_AfterAWait_ContinuesOnTheCallersThread()
    {
        List<int> threads = [];
        WorkflowInvoker.Invoke(new Sequence { Activities = { Here(), new Elsewhere(), Here(), new Elsewhere(), Here() } });
        Assert.Equal(3, threads.Count);
        Assert.All(threads, thread => Assert.Equal(Environment.CurrentManagedThreadId, thread));

        Step Here() => new(_log, "here", _ => threads.Add(Environment.CurrentManagedThreadId));
    }

    [Fact]
    public void Invoke_UnderAContext_KeepsItAndPostsNothing()
    {
        PumpContext pump = new();
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(pump);
        try
        {
            WorkflowInvoker.Invoke(new Sequence { Activities = { See(), new Elsewhere(), See() } });
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }

        _log.AssertIs("see", "True", "see", "True");
        Assert.Equal(0, pump.Posted);

        Step See() => new(_log, "see", _ => _log.Add($"{SynchronizationContext.Current == pump}"));
    }

    [Fact]
    public void Invoke_InsideAnInvokedActivity_IsARunOfItsOwn()
    {
        Add inner = new() { Left = 1, Right = 2 };
        Step outer = new(_log, "outer", context =>
        {
            _log.Add($"{WorkflowInvoker.Invoke(inner)}");
            _log.Add(context.ActivityInstanceId);
        });
        WorkflowInvoker.Invoke(new Sequence { Activities = { outer } });
        _log.AssertIs("outer", "3", "2");
    }

    [Fact]
    public void Invoke_OfItselfFromItsOwnActivity_IsARunOfItsOwn()
    {
        int depth = 0;
        Sequence root = new();
        root.Activities.Add(new Step(_log, "step", context =>
        {
            if (++depth < 4)
            {
                WorkflowInvoker.Invoke(root);
            }

            _log.Add(context.ActivityInstanceId);
        }));
        WorkflowInvoker.Invoke(root);
        _log.AssertIs("step", "step", "step", "step", "2", "2", "2", "2");
    }

    [Fact]
    [Rule("5.5")]
    public void UnhandledException_OfAnActivity_KeepsItsStackTrace()
    {
        InvalidOperationException thrown = Assert.Throws<InvalidOperationException>(
            () => WorkflowInvoker.Invoke(new Sequence { Activities = { new Step(_log, "step", _ => ThrowFromHere()) } }));
        Assert.Equal("from here", thrown.Message);
        Assert.Contains(nameof(ThrowFromHere), thrown.StackTrace, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("5.5")]
    public void UnhandledException_AfterAWait_KeepsItsStackTrace()
    {
        InvalidOperationException thrown = Assert.Throws<InvalidOperationException>(
            () => WorkflowInvoker.Invoke(new Sequence { Activities = { new Elsewhere(), new Step(_log, "step", _ => ThrowFromHere()) } }));
        Assert.Contains(nameof(ThrowFromHere), thrown.StackTrace, StringComparison.Ordinal);
    }

    [Fact]
    public void Definition_AfterAFault_RunsAgain()
    {
        bool throws = true;
        Sequence root = new() { Activities = { new Step(_log, "step", ThrowOnce) } };
        Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(root));
        throws = false;
        WorkflowInvoker.Invoke(root);
        WorkflowInvoker.Invoke(root);

        void ThrowOnce(CodeActivityContext context)
        {
            if (throws)
            {
                throw new InvalidOperationException("once");
            }
        }
    }

    [Fact]
    [Rule("17.2")]
    public void Abort_WithAReason_WrapsIt()
    {
        InvalidOperationException reason = new("the reason");
        Probe root = new(_log, "root") { DisplayName = "root", Body = context => context.Abort(reason) };
        WorkflowApplicationAbortedException aborted = Assert.Throws<WorkflowApplicationAbortedException>(() => WorkflowInvoker.Invoke(root));
        Assert.Same(reason, aborted.InnerException);
        Assert.Contains("'root'", aborted.Message, StringComparison.Ordinal);
        Assert.Contains("the reason", aborted.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("17.2")]
    public void Abort_WithoutReasonOrWithATimeoutException_IsAnAbort()
    {
        Probe root = new(_log, "root") { Body = context => context.Abort() };
        Assert.Null(Assert.Throws<WorkflowApplicationAbortedException>(() => WorkflowInvoker.Invoke(root)).InnerException);
        root.Body = context => context.Abort(new TimeoutException("the activity's own"));
        Assert.IsType<TimeoutException>(Assert.Throws<WorkflowApplicationAbortedException>(() => WorkflowInvoker.Invoke(root)).InnerException);
    }

    [Fact]
    [Rule("17.2")]
    public void Timeout_WhileTheWorkflowWaits_AbortsIt()
    {
        VirtualTimeProvider clock = new();
        Probe root = new(_log, "root");
        root.Body = context =>
        {
            context.CreateBookmark();
            clock.Advance(TimeSpan.FromSeconds(5));
        };
        TimeoutException late = Assert.Throws<TimeoutException>(() => With(root, clock).Invoke(TimeSpan.FromSeconds(5)));
        Assert.Contains("'root'", late.Message, StringComparison.Ordinal);
        _log.AssertIs("root executes", "root aborts");
    }

    [Fact]
    [Rule("17.2")]
    public void Timeout_OfAWorkflowThatNeverWaits_IsNotDetected()
    {
        VirtualTimeProvider clock = new();
        Step slow = new(_log, "slow", _ => clock.Advance(TimeSpan.FromHours(1)));
        With(new Sequence { Activities = { slow, new Step(_log, "after") } }, clock).Invoke(TimeSpan.FromSeconds(5));
        With(slow.Parent!, clock).Invoke(TimeSpan.Zero);
        _log.AssertIs("slow", "after", "slow", "after");
    }

    [Fact]
    [Rule("17.2")]
    public void Timeout_ThatIsNotReached_ChangesNothing()
    {
        VirtualTimeProvider clock = new();
        Step step = new(_log, "step", _ => clock.Advance(TimeSpan.FromSeconds(4)));
        With(new Sequence { Activities = { step, new Elsewhere() } }, clock).Invoke(TimeSpan.FromSeconds(5));
        Assert.Equal(0, clock.PendingTimers);
    }

    [Fact]
    [Rule("17.2")]
    public void Timeout_OfTheStaticForm_UsesTheSystemClock() =>
        Assert.Throws<TimeoutException>(() => WorkflowInvoker.Invoke(new Wait(_log, "w"), TimeSpan.FromMilliseconds(1)));

    [Fact]
    [Rule("6.5")]
    public void Termination_WithAReason_ThrowsIt()
    {
        InvalidOperationException reason = new("the reason");
        Assert.Same(reason, Assert.Throws<InvalidOperationException>(
            () => WorkflowInvoker.Invoke(new TerminateWorkflow { Exception = new InArgument<Exception>(_ => reason) })));
    }

    [Fact]
    public void Metadata_OfOneObject_IsReused()
    {
        int walks = 0;
        WorkflowInvoker invoker = new(new Declares("root", _ => walks++));
        invoker.Invoke();
        invoker.Invoke();
        Assert.Equal(1, walks);
    }

    [Fact]
    [Rule("4.5")]
    public void Inputs_OfARun_AreNotChanged()
    {
        Dictionary<string, object?> inputs = Inputs(("Left", 2), ("Right", 5));
        WorkflowInvoker.Invoke(new Add(), inputs);
        Assert.Equal(Inputs(("Left", 2), ("Right", 5)), inputs);
    }

    private static void ThrowFromHere() => throw new InvalidOperationException("from here");

    private static WorkflowInvoker With(Activity root, TimeProvider clock)
    {
        WorkflowInvoker invoker = new(root);
        invoker.Extensions.Add(clock);
        return invoker;
    }

    private static Dictionary<string, object?> Inputs(params (string Name, object? Value)[] inputs) =>
        inputs.ToDictionary(input => input.Name, input => input.Value);

    private sealed class Add : CodeActivity<int>
    {
        public InArgument<int>? Left { get; set; }

        public InArgument<int>? Right { get; set; }

        public OutArgument<int>? Product { get; set; }

        protected override int Execute(CodeActivityContext context)
        {
            Product!.Set(context, Left!.Get(context) * Right!.Get(context));
            return Left.Get(context) + Right.Get(context);
        }
    }

    /// <summary>An operation that ends on another thread.</summary>
    private sealed class Elsewhere : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            await Task.Run(() => { }, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }
}
