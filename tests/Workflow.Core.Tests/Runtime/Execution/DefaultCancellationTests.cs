using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>After the default <c>Cancel</c>, an activity schedules nothing.</summary>
public sealed class DefaultCancellationTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("3.2")]
    public void ScheduleActivity_AfterDefaultCancel_ReturnsCanceledInstance(Lane lane)
    {
        ActivityInstance? suppressed = null;
        Step extra = new(_log, "extra");
        Wait deaf = new(_log, "w") { IsDeaf = true };
        Probe root = new(_log, "p", deaf, extra);
        root.Body = context => root.Schedule(context, deaf);
        root.OnChild = (context, _) =>
        {
            suppressed = root.Schedule(context, extra);
            _log.Add($"{suppressed.State} {suppressed.IsCompleted} {suppressed.Activity.DisplayName} {context.GetChildren().Count}");
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "w resumed ", "p < w Closed", "Canceled True extra 0");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_ByDefaultNothingSuppressed_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(new Probe(_log, "p", new Wait(_log, "w") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_ByDefaultBookmarkOnly_EndsCanceled(Lane lane)
    {
        Probe waiting = new(_log, "waiting");
        waiting.Body = context => context.CreateBookmark("b", waiting.Resumed);
        Probe root = new(_log, "p", waiting) { OnCancel = context => context.CancelChildren() };
        root.OnChild = (context, _) => _log.Add($"{context.ResumeBookmark(new Bookmark("b"), null)}");
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "waiting executes", "p cancels", "waiting cancels", "p < waiting Canceled", "NotFound");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Bookmark_UnderDefaultCancelWithChild_CanBeResumed(Lane lane)
    {
        Wait deaf = new(_log, "w") { IsDeaf = true };
        Probe root = new(_log, "p", deaf);
        root.Body = context =>
        {
            context.CreateBookmark("b", root.Resumed, BookmarkOptions.MultipleResume);
            root.Schedule(context, deaf);
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", 1));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", 2));
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "p @ b 1", "p @ b 2", "w resumed ", "p < w Closed");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void ScheduleActivity_BeforeDefaultCancel_IsCanceled(Lane lane)
    {
        Step extra = new(_log, "extra");
        Probe root = new(_log, "p", extra);
        root.Body = context => context.CreateBookmark("b", root.Resumed);
        root.OnCancel = context =>
        {
            root.Schedule(context, extra);
            root.CancelByDefault(context);
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "p cancels", "p < extra Canceled");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void ScheduleActivity_InCancelAfterDefault_IsSuppressed(Lane lane)
    {
        Step extra = new(_log, "extra");
        Probe root = new(_log, "p", extra);
        root.Body = context => context.CreateBookmark("b", root.Resumed);
        root.OnCancel = context =>
        {
            root.CancelByDefault(context);
            root.Schedule(context, extra);
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "p cancels");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    [Rule("13.1")]
    public void ScheduleDelegate_AfterDefaultCancel_IsSuppressed(Lane lane)
    {
        DelegateInArgument<int> number = new();
        ActivityAction empty = new();
        ActivityAction<int> action = new() { Argument = number, Handler = new Step(_log, "handler") };
        ActivityFunc<int, string> function = new() { Argument = new DelegateInArgument<int>(), Result = new DelegateOutArgument<string>() };
        ScheduleFunction root = new(_log, empty, action, function);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("Canceled", "Canceled", "Canceled", "Canceled");
    }

    /// <summary>Schedules delegates of all shapes in its <c>Cancel</c>.</summary>
    private sealed class ScheduleFunction(Log log, ActivityAction empty, ActivityAction<int> action, ActivityFunc<int, string> function) : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddDelegate(empty);
            metadata.AddDelegate(action);
            metadata.AddDelegate(function);
        }

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("b", OnResumed);

        protected override void Cancel(NativeActivityContext context)
        {
            base.Cancel(context);
            Add(context.ScheduleAction(empty, OnCompleted));
            Add(context.ScheduleAction(action, 3, OnCompleted));
            Add(context.ScheduleFunc(function, 3, OnResult));
            Add(context.ScheduleDelegate(action, new Dictionary<string, object?> { ["Argument"] = 3 }, OnOutputs));
        }

        private void Add(ActivityInstance instance) => log.Add(instance.State.ToString());

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => log.Add("resumed");

        private void OnCompleted(NativeActivityContext context, ActivityInstance completedInstance) => log.Add("completed");

        private void OnResult(NativeActivityContext context, ActivityInstance completedInstance, string result) => log.Add("result");

        private void OnOutputs(NativeActivityContext context, ActivityInstance completedInstance, IDictionary<string, object?> outArguments) =>
            log.Add("outputs");
    }
}
