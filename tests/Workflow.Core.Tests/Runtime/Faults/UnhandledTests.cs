using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>Tests exceptions that reach the host.</summary>
public sealed class UnhandledTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("5.5")]
    public void Exception_Unhandled_TerminatesAndTearsDown(Lane lane)
    {
        Parallel branches = new() { Branches = { new Wait(_log, "w"), new Step(_log, "failing", _boom), new Step(_log, "never") } };
        Ended ended = Runner.Run(new Probe(_log, "root", branches), lane);
        ended.AssertUnhandled(_boom);
        Assert.Equal(ActivityInstanceState.Faulted, ended.State);
        _log.AssertIs("root executes", "w waits", "failing", "w aborts", "root aborts");
    }

    [Fact]
    [Rule("5.5")]
    public void Invoke_WorkflowFails_KeepsStackTrace()
    {
        Sequence root = new() { Activities = { new Step(_log, "failing", _ => ThrowBoom()) } };
        InvalidOperationException thrown = Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(root));
        Assert.Same(_boom, thrown);
        Assert.Contains(nameof(ThrowBoom), thrown.StackTrace!, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("5.5")]
    public async Task InvokeAsync_OperationFails_KeepsStackTrace()
    {
        FailsLater root = new();
        InvalidOperationException thrown = await Assert.ThrowsAsync<InvalidOperationException>(() => WorkflowInvoker.InvokeAsync(root))
            .WaitAsync(HangGuard.Limit);
        Assert.Contains(nameof(FailsLater.ThrowLate), thrown.StackTrace!, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    [Rule("5.6")]
    public void Rethrow_CaughtException_KeepsStackTrace(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Step(_log, "failing", _ => ThrowBoom()),
            Catches = { new Catch<InvalidOperationException> { Action = new ActivityAction<InvalidOperationException> { Handler = new Rethrow() } } },
        };
        Ended ended = Runner.Run(root, lane);
        ended.AssertUnhandled(_boom);
        Assert.Contains(nameof(ThrowBoom), ended.Reason!.StackTrace!, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Throw_Unhandled_TerminatesWithException(Lane lane)
    {
        Ended ended = Runner.Run(
            new Sequence { Activities = { new Throw { Exception = new InArgument<Exception>(_ => _boom) }, new Step(_log, "never") } },
            lane);
        ended.AssertUnhandled(_boom);
        _log.AssertIs();
    }

    [Fact]
    [Rule("5.5")]
    public void Invoke_AfterFailedRun_StartsAnew()
    {
        bool fails = true;
        Sequence root = new() { Activities = { new Step(_log, "a", _ => FailIf(fails)), new Step(_log, "b") } };
        Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(root));
        fails = false;
        WorkflowInvoker.Invoke(root);
        _log.AssertIs("a", "a", "b");
    }

    [Fact]
    [Rule("5.10")]
    public void Invoke_CacheMetadataThrows_ThrowsUnwrapped()
    {
        BrokenMetadata broken = new(_boom);
        WorkflowInvoker invoker = new(new Sequence { Activities = { broken } });
        Assert.Same(_boom, Assert.Throws<InvalidOperationException>(() => invoker.Invoke()));
        Assert.Same(_boom, Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(broken)));
    }

    [Fact]
    [Rule("5.10")]
    public async Task InvokeAsync_CacheMetadataThrows_ThrowsUnwrapped() =>
        Assert.Same(
            _boom,
            await Assert.ThrowsAsync<InvalidOperationException>(() => WorkflowInvoker.InvokeAsync(new BrokenMetadata(_boom))).WaitAsync(HangGuard.Limit));

    private void FailIf(bool fails)
    {
        if (fails)
        {
            throw _boom;
        }
    }

    private void ThrowBoom() => throw _boom;

    private sealed class BrokenMetadata(Exception exception) : CodeActivity
    {
        protected override void CacheMetadata(CodeActivityMetadata metadata) => throw exception;

        protected override void Execute(CodeActivityContext context)
        {
        }
    }

    private sealed class FailsLater : AsyncCodeActivity
    {
        public static void ThrowLate() => throw new InvalidOperationException("late");

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await Task.Yield();
            ThrowLate();
        }
    }
}
