using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Testing;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking;

/// <summary>Tests records that activities submit with <c>context.Track</c>.</summary>
[Rule("15.8")]
public sealed class TrackTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Track_FromCodeActivity_SetsRecordProperties(Lane lane)
    {
        VirtualTimeProvider clock = new();
        clock.Advance(TimeSpan.FromMinutes(5));
        CustomTrackingRecord record = new("mine") { Data = { ["key"] = 7 } };
        Guid instance = Guid.Empty;
        Step step = new(_log, "step", context =>
        {
            instance = context.WorkflowInstanceId;
            context.Track(record);
        });
        Running running = RunListening(new Sequence { Activities = { new Step(_log, "before"), step } }, lane, clock);

        Assert.Same(record, Assert.Single(running.Records));
        Assert.Equal((instance, clock.GetUtcNow().UtcDateTime, DateTimeKind.Utc), (record.InstanceId, record.EventTime, record.EventTime.Kind));
        ActivityInfo activity = record.Activity!;
        Assert.Equal(("step", step.Id, "3", typeof(Step).FullName), (activity.Name, activity.Id, activity.InstanceId, activity.TypeName));
    }

    [Theory, Lanes]
    public void Track_FromNativeActivityMethods_DeliversInOrder(Lane lane)
    {
        Step child = new(_log, "child", context => context.Track(new CustomTrackingRecord("child")));
        Probe root = new(_log, "root", child);
        root.Body = context =>
        {
            context.Track(new CustomTrackingRecord("body"));
            context.CreateBookmark("b", root.Resumed);
            root.Schedule(context, child);
        };
        root.OnChild = (context, _) =>
        {
            context.Track(new CustomTrackingRecord("callback"));
            context.ResumeBookmark(new Bookmark("b"), null);
        };
        root.OnResume = (context, _, _) => context.Track(new CustomTrackingRecord("bookmark"));
        Running running = RunListening(root, lane);
        Assert.Equal(
            ["body 1", "child 2", "callback 1", "bookmark 1"],
            running.Records.Cast<CustomTrackingRecord>().Select(record => $"{record.Name} {record.Activity!.InstanceId}"));
    }

    [Theory, Lanes]
    public void Track_WithoutParticipant_DoesNotChangeRecord(Lane lane)
    {
        CustomTrackingRecord record = new("mine");
        Runner.Run(new Step(_log, "step", context => context.Track(record)), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((Guid.Empty, DateTime.MinValue), (record.InstanceId, record.EventTime));
        Assert.Null(record.Activity);
    }

    [Theory, Lanes]
    public void Track_InLaterRunWithoutParticipant_IsNotDelivered(Lane lane)
    {
        Step root = new(_log, "step", context => context.Track(new CustomTrackingRecord("mine")));
        Running running = RunListening(root, lane);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Single(running.Records);
    }

    [Theory, Lanes]
    public void Track_Null_Throws(Lane lane)
    {
        Assert.IsType<ArgumentNullException>(Runner.Run(new Step(_log, "step", context => context.Track(null!)), lane).Reason);
        Assert.IsType<ArgumentNullException>(Runner.Run(new Probe(_log, "probe") { Body = context => context.Track(null!) }, lane).Reason);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void Track_OnDisposedContext_Throws(Lane lane)
    {
        CodeActivityContext? code = null;
        NativeActivityContext? native = null;
        Step step = new(_log, "step", context => code = context);
        Probe root = new(_log, "root", step);
        root.Body = context => root.Schedule(native = context, step);
        Runner.Run(root, lane);
        Assert.Throws<ObjectDisposedException>(() => code!.Track(new CustomTrackingRecord("late")));
        Assert.Throws<ObjectDisposedException>(() => native!.Track(new CustomTrackingRecord("late")));
    }

    [Theory, Lanes]
    public void Track_FromUnnamedActivity_Delivers(Lane lane)
    {
        Running running = RunListening(new Step(_log, "", context => context.Track(new CustomTrackingRecord("mine"))), lane);
        Assert.Equal("", Assert.IsType<CustomTrackingRecord>(running.Records.Single()).Activity!.Name);
    }

    [Theory]
    [InlineData(null, "Closed")]
    [InlineData("broken", "Faulted")]
    public async Task Track_FromOperation_DeliversInOrderBeforeEnd(string? failure, string end)
    {
        Collector collector = new();
        WorkflowInvoker invoker = new(new TryCatch
        {
            Try = new Reporting(failure) { DisplayName = "op" },
            Catches = { new Catch<InvalidOperationException>() },
        });
        invoker.Extensions.Add(collector);

        await invoker.InvokeAsync();

        Assert.Equal(
            ["op#2 Executing", "before by op#2", "elsewhere 0 by op#2", "elsewhere 1 by op#2", "elsewhere 2 by op#2", "last by op#2", $"op#2 {end}"],
            collector.Texts.Where(
                text => text.Contains("op#2", StringComparison.Ordinal)
                    && !text.Contains(" > ", StringComparison.Ordinal)
                    && !text.Contains(" to ", StringComparison.Ordinal)));
        Assert.Equal(Enumerable.Range(0, collector.Numbers.Length).Select(number => (long)number), collector.Numbers);
    }

    [Fact]
    public async Task Track_FromEndedOperation_Throws()
    {
        Reporting operation = new(null);

        await WorkflowInvoker.InvokeAsync(operation);

        Assert.Throws<ObjectDisposedException>(() => operation.Kept!.Track(new CustomTrackingRecord("late")));
    }

    private static Running RunListening(Activity workflow, Lane lane, TimeProvider? clock = null)
    {
        WorkflowInstanceExtensionManager extensions = new();
        if (clock is not null)
        {
            extensions.Add(clock);
        }

        Running running = Runner.Prepare(workflow, lane, extensions: extensions).Listen();
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        return running;
    }

    /// <summary>Tracks records before its first await, on other threads, and just before its end.</summary>
    private sealed class Reporting(string? failure) : AsyncCodeActivity
    {
        public AsyncCodeActivityContext? Kept { get; private set; }

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Kept = context;
            context.Track(new CustomTrackingRecord("before"));
            for (int i = 0; i < 3; i++)
            {
                await Task.Run(() => context.Track(new CustomTrackingRecord($"elsewhere {i}")), cancellationToken);
            }

            context.Track(new CustomTrackingRecord("last"));
            if (failure is not null)
            {
                throw new InvalidOperationException(failure);
            }
        }
    }
}
