using System.Diagnostics;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Tracking;
using Span = System.Diagnostics.Activity;

namespace Workflow.Core.Tests.Tracking.Monitoring;

/// <summary>Listeners receive the events of the whole process. No test that counts allocations may run at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class ListeningCollection
{
    public const string Name = "Listening";
}

[Collection(ListeningCollection.Name)]
public sealed class EpisodeTests : IDisposable
{
    private readonly Log _log = new();
    private readonly string _name = Guid.NewGuid().ToString();
    private readonly Monitored _monitor;

    public EpisodeTests() => _monitor = new Monitored(_name);

    public void Dispose() => _monitor.Dispose();

    [Fact]
    public void Meter_InvokedWorkflow_CountsStartAndEnd()
    {
        WorkflowInvoker.Invoke(new Sequence { DisplayName = _name, Activities = { new Step(_log, "a") } });

        Assert.Equal(["instances.running 1", "instances.started 1", "instances.ended 1 closed", "instances.running -1"], _monitor.Measurements);
        Assert.Equal(1, _monitor.WorkItems);
    }

    [Fact]
    public void Meter_WaitingWorkflow_IsRunningInEpisodesOnly()
    {
        Running running = Runner.Start(new Sequence { DisplayName = _name, Activities = { new Wait(_log, "w") } }, Lane.Fast);
        Assert.Equal(["instances.running 1", "instances.started 1", "instances.running -1"], _monitor.Measurements);

        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);

        Assert.Equal(["instances.running 1", "instances.ended 1 closed", "instances.running -1"], _monitor.Measurements[3..]);
    }

    [Fact]
    public async Task Meter_WaitingApplication_IsIdleUntilResumed()
    {
        WorkflowApplication application = new(new Sequence { DisplayName = _name, Activities = { new Wait(_log, "w") } })
        {
            InstanceStore = new InMemoryInstanceStore(),
            SynchronizationContext = new InlineContext()
        };
        Assert.Equal(BookmarkResumptionResult.NotFound, await application.ResumeBookmarkAsync("other"));
        Assert.Equal("instances.idle 1", _monitor.Measurements[^1]);

        await application.PersistAsync();
        Assert.Equal(["instances.persisted 1"], _monitor.Measurements[4..]);

        await application.ResumeBookmarkAsync("w");
        Assert.Equal(["instances.idle -1", "instances.running 1", "instances.ended 1 closed", "instances.running -1"], _monitor.Measurements[5..]);
    }

    [Fact]
    public async Task Meter_UnloadedApplication_IsNotIdle()
    {
        WorkflowApplication application = new(new Sequence { DisplayName = _name, Activities = { new Wait(_log, "w") } })
        {
            InstanceStore = new InMemoryInstanceStore(),
            SynchronizationContext = new InlineContext()
        };
        await application.ResumeBookmarkAsync("other");

        await application.UnloadAsync();

        Assert.Equal(["instances.idle 1", "instances.persisted 1", "instances.idle -1"], _monitor.Measurements[3..]);
    }

    [Fact]
    public void Meter_FaultedInstance_IsCountedByState()
    {
        Assert.Throws<InvalidOperationException>(
            () => WorkflowInvoker.Invoke(new Throw { DisplayName = _name, Exception = new(_ => new InvalidOperationException("broken")) }));

        Assert.Contains("instances.ended 1 faulted", _monitor.Measurements);
    }

    [Fact]
    public void Meter_AbortedInstance_IsCountedByState()
    {
        Running running = Runner.Start(new Sequence { DisplayName = _name, Activities = { new Wait(_log, "w") } }, Lane.Fast);

        running.Abort(new InvalidOperationException("enough"));

        Assert.Contains("instances.ended 1 aborted", _monitor.Measurements);
    }

    [Fact]
    public void Meter_CanceledInstance_IsCountedByState()
    {
        Running running = Runner.Start(new Sequence { DisplayName = _name, Activities = { new Wait(_log, "w") } }, Lane.Fast);

        running.Cancel();

        Assert.Contains("instances.ended 1 canceled", _monitor.Measurements);
    }

    [Fact]
    public void Meter_ThrowingParticipant_CountsLostRecords()
    {
        using Monitored participant = new(nameof(Broken));
        WorkflowInvoker invoker = new(new Sequence());
        invoker.Extensions.Add(new Broken());

        invoker.Invoke();

        Assert.Equal(["tracking.records_dropped 1", "tracking.records_dropped 1"], participant.Measurements);
    }

    [Fact]
    public void Span_OfEpisode_EnclosesActivitiesInsideCaller()
    {
        Span? inside = null;
        using Span caller = new Span("caller").Start();

        WorkflowInvoker.Invoke(new Probe(_log, _name) { Body = _ => inside = Span.Current });

        Span span = Assert.Single(_monitor.Spans);
        Assert.Same(span, inside);
        Assert.Equal(caller.SpanId, span.ParentSpanId);
        Assert.Same(caller, Span.Current);
        Assert.Equal(("workflow.episode", "closed"), (span.OperationName, span.GetTagItem("workflow.episode.outcome")));
        Assert.NotEqual(Guid.Empty, Assert.IsType<Guid>(span.GetTagItem("workflow.instance.id")));
    }

    [Fact]
    public void Span_EachEpisode_HasOwnSpanWithInstanceId()
    {
        Running running = Runner.Start(new Sequence { DisplayName = _name, Activities = { new Wait(_log, "w") } }, Lane.Fast);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);

        Assert.Equal(["idle", "closed"], _monitor.Spans.Select(span => span.GetTagItem("workflow.episode.outcome")));
        Assert.Single(_monitor.Spans.Select(span => span.GetTagItem("workflow.instance.id")).Distinct());
    }

    [Fact]
    public void Span_FaultedInstance_HasErrorStatus()
    {
        Assert.Throws<InvalidOperationException>(
            () => WorkflowInvoker.Invoke(new Throw { DisplayName = _name, Exception = new(_ => new InvalidOperationException("broken")) }));

        Span span = Assert.Single(_monitor.Spans);
        Assert.Equal((ActivityStatusCode.Error, "broken", "faulted"), (span.Status, span.StatusDescription, span.GetTagItem("workflow.episode.outcome")));
        Assert.Equal("exception", Assert.Single(span.Events).Name);
    }

    /// <summary>A participant that receives the start and the end of an instance, and throws for each record.</summary>
    private sealed class Broken : TrackingParticipant
    {
        public Broken() =>
            TrackingProfile = new TrackingProfile
            {
                Queries = { new WorkflowInstanceQuery { States = { WorkflowInstanceStates.Started, WorkflowInstanceStates.Completed } } }
            };

        protected override void Track(TrackingRecord record, TimeSpan timeout) => throw new InvalidOperationException("no room");
    }
}
