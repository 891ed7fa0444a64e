using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Failures of <c>ExecuteAsync</c>, by the point in the method at which they occur.</summary>
public sealed class AsyncFaultTests
{
    private static Task? NoTask { get; }

    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("5.1")]
    public void ExecuteAsync_ThrowsSynchronously_Faults(Lane lane) =>
        Runner.Run(new Runs((_, _) => throw _boom), lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    [Rule("5.1")]
    public void ExecuteAsync_ReturnsNull_Faults(Lane lane)
    {
        Ended ended = Runner.Run(new Runs((_, _) => NoTask!), lane);
        Assert.Contains("'runs'", Assert.IsType<InvalidOperationException>(ended.Reason).Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void ExecuteAsync_SeveralExceptions_FaultsWithTheFirst(Lane lane)
    {
        TaskCompletionSource source = new();
        source.SetException([_boom, new NotSupportedException("second")]);
        Runner.Run(new Runs((_, _) => source.Task), lane).AssertUnhandled(_boom);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("5.1")]
    public void ExecuteAsync_CancelsItself_FaultsWithTheSameException(Lane lane)
    {
        OperationCanceledException own = new("by itself");
        Runner.Run(new Runs(async (_, _) => await Task.FromException(own)), lane).AssertUnhandled(own);
    }

    [Theory, Lanes]
    [Rule("5.2")]
    public void ExecuteAsync_FailsAsynchronously_KeepsTheStackTrace(Lane lane)
    {
        TaskCompletionSource source = new();
        Runs child = new(async (_, _) =>
        {
            await source.Task.ConfigureAwait(false);
            ThrowInAMethodOfItsOwn();
        });
        Probe root = new(_log, "root", child);
        root.Body = context => root.ScheduleGuarded(context, child);
        root.OnFault = (context, exception, _) =>
        {
            Assert.Contains(nameof(ThrowInAMethodOfItsOwn), exception.StackTrace, StringComparison.Ordinal);
            context.HandleFault();
        };
        Running running = Runner.Start(root, lane);
        NoContext.Run(source.SetResult);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "root ! boom from runs", "root < runs Faulted");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("3.7")]
    public void TokenCallback_ThrowsOnACancelRequest_AbortsTheWorkflow(Lane lane)
    {
        Running running = Runner.Start(
            new Runs((_, token) =>
            {
                token.Register(() => throw _boom);
                return new TaskCompletionSource().Task;
            }),
            lane);
        running.Cancel();
        AggregateException thrown = Assert.IsType<AggregateException>(Assert.IsType<InvalidOperationException>(running.End().Reason).InnerException);
        Assert.Same(_boom, thrown.InnerException);
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_BeforeTheOperationBegan_NeitherStartsNorCancelsIt(Lane lane)
    {
        Operation operation = new(_log, "op");
        Probe root = new(_log, "root", operation);
        root.Body = context => context.CancelChild(root.Schedule(context, operation));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "root < op Canceled");
    }

    private void ThrowInAMethodOfItsOwn() => throw _boom;

    private sealed class Runs : AsyncCodeActivity
    {
        private readonly Func<AsyncCodeActivityContext, CancellationToken, Task> _run;

        public Runs(Func<AsyncCodeActivityContext, CancellationToken, Task> run)
        {
            _run = run;
            DisplayName = "runs";
        }

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => _run(context, cancellationToken);
    }
}
