using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>Operations that outlive the abort of their instance: their later actions have no effect.</summary>
public sealed class AbandonedOperationTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("6.2")]
    public void Operation_EndsAfterAbort_DoesNotEndLaterRun(Lane lane)
    {
        Repeatable operation = new();
        Running running = Runner.Start(AbortsAndSchedulesAgain(operation), lane);
        running.Resume("again");
        operation.End(0, 1);
        Assert.True(running.IsIdle);
        operation.End(1, 2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "root @ again ", "root < op Faulted", "root < op Closed");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("4.3")]
    public void Operation_WritesAfterAbort_ChangesNothing(Lane lane)
    {
        Variable<int> target = new("target", _ => 40);
        Repeatable operation = new() { Output = new OutArgument<int>(target) };
        Probe root = AbortsAndSchedulesAgain(operation);
        root.Variables.Add(target);
        Note after = new(_log, context => $"target {target.Get(context)}");
        root.Children.Add(after);
        root.OnChild = (context, child) =>
        {
            if (child.State == ActivityInstanceState.Closed && child.Activity == operation)
            {
                context.ScheduleActivity(after);
            }
        };
        Running running = Runner.Start(root, lane);
        running.Resume("again");
        operation.End(0, 1);
        operation.End(1, 2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("target 2", _log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void Operation_EndsAfterWorkflow_DoesNothing(Lane lane)
    {
        Repeatable operation = new();
        Running running = Runner.Start(operation, lane);
        running.Abort(new InvalidOperationException("stop"));
        Ended ended = running.End();
        operation.End(0, 1);
        Assert.Equal(ActivityInstanceState.Faulted, ended.State);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("6.8")]
    public void Cancel_ThrowsDuringAbort_TokenIsStillCanceled(Lane lane)
    {
        Operation operation = new(_log, "op") { OnCancel = _ => throw new InvalidOperationException("fenced") };
        Probe root = new(_log, "root", operation);
        Running running = Runner.Start(root, lane);
        running.Abort(new InvalidOperationException("stop"));
        Assert.Equal("stop", running.End().Reason!.Message);
        _log.AssertIs("root executes", "op starts", "op cancels", "op token", "root aborts");
    }

    [Theory, Lanes]
    [Rule("6.8")]
    public void TokenCallback_ThrowsDuringAbort_IsIgnored(Lane lane)
    {
        Repeatable operation = new() { OnToken = () => throw new InvalidOperationException("fenced") };
        Probe root = new(_log, "root", operation);
        Running running = Runner.Start(root, lane);
        running.Abort(new InvalidOperationException("stop"));
        Assert.Equal("stop", running.End().Reason!.Message);
        _log.AssertIs("root executes", "root aborts");
    }

    /// <summary>Waits at "again", then aborts the operation and schedules it once more.</summary>
    private Probe AbortsAndSchedulesAgain(Activity operation)
    {
        Probe root = new(_log, "root", operation);
        root.Body = context =>
        {
            context.CreateBookmark("again", root.Resumed);
            root.Schedule(context, operation);
        };
        root.OnResume = (context, _, _) =>
        {
            context.AbortChildInstance(context.GetChildren().Single());
            root.Schedule(context, operation);
        };
        return root;
    }

    /// <summary>An operation of which several runs can be outstanding. Each run writes its output before it ends.</summary>
    private sealed class Repeatable : AsyncCodeActivity
    {
        private readonly List<TaskCompletionSource<int>> _runs = [];

        public Repeatable() => DisplayName = "op";

        public OutArgument<int>? Output { get; set; }

        public Action? OnToken { get; init; }

        public void End(int run, int value) => NoContext.Run(() => _runs[run].SetResult(value));

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            TaskCompletionSource<int> run = new();
            _runs.Add(run);
            using CancellationTokenRegistration registration = cancellationToken.Register(() => OnToken?.Invoke());
            int value = await run.Task.ConfigureAwait(false);
            Output?.Set(context, value);
        }
    }
}
