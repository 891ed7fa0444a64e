using System.Diagnostics;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Span = System.Diagnostics.Activity;

namespace Workflow.Core.Tests.Tracking.Monitoring;

/// <summary>
/// Tests the parents and links of the spans of an application's episodes. A span is a child of the span of the caller that starts the episode, and is linked to
/// the span of the previous episode.
/// </summary>
[Collection(ListeningCollection.Name)]
public sealed class ApplicationSpanTests : IDisposable
{
    private readonly Log _log = new();
    private readonly string _name = Guid.NewGuid().ToString();
    private readonly Monitored _monitor;

    public ApplicationSpanTests() => _monitor = new Monitored(_name);

    /// <summary>The way in which an application reaches its thread.</summary>
    public enum Way
    {
        Pool,
        Inline,
        Context,
    }

    public void Dispose() => _monitor.Dispose();

    [Theory]
    [InlineData(Way.Pool)]
    [InlineData(Way.Inline)]
    [InlineData(Way.Context)]
    public async Task Episode_HasCallerAsParentAndLinkToPrevious(Way way)
    {
        WorkflowApplication application = Application(new Wait(_log, "w"), way);
        Span starter = await InSpanAsync("starter", () => RunUntilIdleAsync(application));
        Span resumer = await InSpanAsync("resumer", () => ResumeToEndAsync(application));

        Span[] spans = _monitor.Spans;
        Assert.Equal(2, spans.Length);
        Assert.Equal((starter.TraceId, starter.SpanId), (spans[0].TraceId, spans[0].ParentSpanId));
        Assert.Empty(spans[0].Links);
        Assert.Equal((resumer.TraceId, resumer.SpanId), (spans[1].TraceId, spans[1].ParentSpanId));
        Assert.Equal(spans[0].Context, Assert.Single(spans[1].Links).Context);
    }

    [Fact]
    public async Task Episode_StartedByResumption_HasCallerAsParent()
    {
        WorkflowApplication application = Application(new Wait(_log, "w"), Way.Pool);
        Span resumer = await InSpanAsync("resumer", () => ResumeToEndAsync(application));

        Assert.Equal([resumer.SpanId, resumer.SpanId], _monitor.Spans.Select(span => span.ParentSpanId));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Episode_OfCancelOrTermination_HasCallerAsParent(bool cancels)
    {
        WorkflowApplication application = Application(new Wait(_log, "w"), Way.Pool);
        await RunUntilIdleAsync(application);
        Span caller = await InSpanAsync("caller", async () =>
        {
            await (cancels ? application.CancelAsync() : application.TerminateAsync("enough"));
            await application.Completion;
        });

        Assert.Equal(caller.SpanId, _monitor.Spans[^1].ParentSpanId);
    }

    [Fact]
    public async Task Episode_AfterAsyncActivity_HasLinkButNoParent()
    {
        Slow slow = new();
        WorkflowApplication application = Application(slow, Way.Pool);
        await InSpanAsync("starter", () => RunUntilIdleAsync(application));
        slow.End();
        await application.Completion.WaitAsync(HangGuard.Limit);

        Span[] spans = _monitor.Spans;
        Assert.Equal(default, spans[1].ParentSpanId);
        Assert.Equal(spans[0].Context, Assert.Single(spans[1].Links).Context);
    }

    [Fact]
    public async Task Episode_AfterSave_HasSameParent()
    {
        WorkflowApplication application = Application(new Persist(), Way.Pool);
        application.Extensions.Add(new SlowParticipant());
        Span starter = await InSpanAsync("starter", async () =>
        {
            application.Run();
            await application.Completion.WaitAsync(HangGuard.Limit);
        });

        Assert.Equal(["paused", "closed"], _monitor.Spans.Select(span => span.GetTagItem("workflow.episode.outcome")));
        Assert.All(_monitor.Spans, span => Assert.Equal(starter.SpanId, span.ParentSpanId));
    }

    [Fact]
    public async Task Episode_AfterLoad_IsLinkedToEpisodeBeforeUnload()
    {
        InMemoryInstanceStore store = new();
        Sequence definition = new() { DisplayName = _name, Activities = { new Wait(_log, "w") } };
        WorkflowApplication first = new(definition) { InstanceStore = store };
        await RunUntilIdleAsync(first);
        await first.UnloadAsync();

        WorkflowApplication second = new(definition) { InstanceStore = store };
        await second.LoadAsync(first.Id);
        await ResumeToEndAsync(second);

        Span[] spans = _monitor.Spans;
        System.Diagnostics.ActivityContext linked = Assert.Single(spans[1].Links).Context;
        Assert.Equal((spans[0].TraceId, spans[0].SpanId), (linked.TraceId, linked.SpanId));
        Assert.True(linked.IsRemote);
    }

    private static async Task RunUntilIdleAsync(WorkflowApplication application)
    {
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
    }

    private static async Task ResumeToEndAsync(WorkflowApplication application)
    {
        Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("w"));
        await application.Completion.WaitAsync(HangGuard.Limit);
    }

    private static async Task<Span> InSpanAsync(string name, Func<Task> body)
    {
        using Span span = new Span(name).Start();
        await body();
        return span;
    }

    private WorkflowApplication Application(Activity activity, Way way) => new(new Sequence { DisplayName = _name, Activities = { activity } })
    {
        RunsInline = way == Way.Inline,
        SynchronizationContext = way == Way.Context ? new InlineContext() : null,
    };

    /// <summary>Runs until the test ends it.</summary>
    private sealed class Slow : AsyncCodeActivity
    {
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void End() => _end.SetResult();

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => _end.Task;
    }

    /// <summary>Delays each save, so that the instance pauses for it.</summary>
    private sealed class SlowParticipant() : PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
    {
        protected override async Task OnSaveAsync(
            IDictionary<XName, object?> readWriteValues,
            IDictionary<XName, object?> writeOnlyValues,
            CancellationToken cancellationToken) => await Task.Yield();

        protected override void Abort()
        {
        }
    }
}
