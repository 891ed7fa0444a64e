extern alias WorkflowLegacy;
using System.Collections.Concurrent;
using System.Data.Common;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Testing;
using WorkflowLegacy::Workflow.Interop.Legacy.Activities;
using WorkflowLegacy::Workflow.Interop.Legacy.ComponentModel;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime.Hosting;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime.Tracking;
using LegacyActivity = WorkflowLegacy::Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Persistence.Sql.Tests.Tracking;

/// <summary>Tests of the tracking service for WF3 workflows on one kind of database (A.10).</summary>
[Trait("Paragraph", "A.10")]
public abstract class TrackingSuite(TestDatabase database) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly ManualWorkflowSchedulerService _scheduler = new();
    private readonly ConcurrentQueue<Exception> _failures = [];
    private SqlInstanceStore _store = null!;

    protected SqlTrackingQuery Query =>
        new(database.DataSource) { KnownTypes = { typeof(Ordering), typeof(Shipping), typeof(Failing), typeof(Scoped), typeof(Looping) } };

    /// <summary>The unhandled exceptions of services, except those that a stopping runtime raises for the instances of other tests in the store.</summary>
    protected IEnumerable<Exception> Failures => _failures.Where(static failure => failure is not InvalidOperationException);

    public async Task InitializeAsync()
    {
        _store = new SqlInstanceStore(database.DataSource, new SqlInstanceStoreOptions());
        await _store.EnsureSchemaAsync(default);
        SqlTrackingService service = new(database.DataSource);
        await service.EnsureSchemaAsync(default);
        await service.EnsureSchemaAsync(default);
    }

    public async Task DisposeAsync() => await _store.DisposeAsync();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void TryGetWorkflow_UnloadedAndLoaded_ReturnsAllRecords(bool isTransactional)
    {
        Guid id;
        using (WorkflowRuntime runtime = Start(Service(isTransactional), unloadOnIdle: true))
        {
            id = Run(runtime, typeof(Ordering));
        }

        Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? waiting));
        Assert.Equal((WorkflowStatus.Running, typeof(Ordering), Guid.Empty), (waiting!.Status, waiting.WorkflowType, waiting.InvokingWorkflowInstanceId));
        Assert.Equal(
            ["1 Created", "2 Started", "14 Idle", "15 Unloaded", "16 Persisted"],
            waiting.WorkflowEvents.Select(static record => $"{record.EventOrder} {record.TrackingWorkflowEvent}"));
        Assert.Equal(_clock.GetUtcNow().UtcDateTime, waiting.Initialized);

        _clock.Advance(TimeSpan.FromDays(1));
        using (WorkflowRuntime runtime = Start(Service(isTransactional), unloadOnIdle: true))
        {
            runtime.GetWorkflow(id).Load();
            _scheduler.RunWorkflow(id);
        }

        Assert.Equal(WorkflowStatus.Running, waiting.Status);
        Assert.DoesNotContain(waiting.WorkflowEvents, static record => record.TrackingWorkflowEvent == TrackingWorkflowEvent.Completed);
        waiting.Refresh();
        Assert.Equal(WorkflowStatus.Completed, waiting.Status);
        Assert.Equal(
            ["Created", "Started", "Idle", "Unloaded", "Persisted", "Loaded", "Completed", "Persisted"],
            waiting.WorkflowEvents.Select(static record => record.TrackingWorkflowEvent.ToString()));
        ActivityTrackingRecord closed = waiting.ActivityEvents.Single(
            static record => record is { QualifiedName: "delay", ExecutionStatus: ActivityExecutionStatus.Closed });
        Assert.Equal(
            (typeof(DelayActivity), id, id, _clock.GetUtcNow().UtcDateTime),
            (closed.ActivityType, closed.ContextGuid, closed.ParentContextGuid, closed.EventDateTime));
        CheckUserData(waiting.UserEvents);
        SqlTrackingWorkflowInstance invoked = Assert.Single(waiting.InvokedWorkflows);
        Assert.Equal((id, typeof(Shipping)), (invoked.InvokingWorkflowInstanceId, invoked.WorkflowType));
        Assert.Empty(Failures);
    }

    [Fact]
    public void TryGetWorkflow_FailedInstance_ReturnsExceptions()
    {
        using WorkflowRuntime runtime = Start(Service(true), unloadOnIdle: true);
        Guid id = Run(runtime, typeof(Failing));
        Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? ended));
        Assert.Equal(WorkflowStatus.Terminated, ended!.Status);
        TrackingWorkflowExceptionEventArgs thrown = ended.WorkflowEvents
            .Select(static record => record.EventArgs)
            .OfType<TrackingWorkflowExceptionEventArgs>()
            .Last();
        Assert.Equal(("throw", "failing", id), (thrown.OriginalActivityPath, thrown.CurrentActivityPath, thrown.ContextGuid));
        TrackingWorkflowTerminatedEventArgs terminated = Assert.IsType<TrackingWorkflowTerminatedEventArgs>(ended.WorkflowEvents[^2].EventArgs);
        Assert.Equal(("System.FormatException", "broken"), (Assert.IsType<TrackedException>(terminated.Exception).TypeName, terminated.Exception.Message));
    }

    [Fact]
    public void TransactionalRecords_NotCommitted_AreNotWritten()
    {
        using WorkflowRuntime runtime = Start(Service(true), unloadOnIdle: false);
        Refusing refusing = new();
        runtime.WorkflowIdled += (_, _) => WorkflowEnvironment.WorkBatch.Add(refusing, "work");
        Guid id = Run(runtime, typeof(Ordering));
        Assert.Throws<PersistenceException>(() => runtime.GetWorkflow(id).Unload());
        Assert.False(Query.TryGetWorkflow(id, out _));
        runtime.GetWorkflow(id).Abort();
        Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? aborted));
        Assert.Equal([TrackingWorkflowEvent.Aborted], aborted!.WorkflowEvents.Select(static record => record.TrackingWorkflowEvent));
        Assert.Empty(aborted.ActivityEvents);
    }

    [Fact]
    public void TransactionScope_KeepsCommittedRecords()
    {
        using WorkflowRuntime runtime = Start(Service(true), unloadOnIdle: true);
        Guid id = Run(runtime, typeof(Scoped));
        Assert.Empty(Failures);
        Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? instance));
        Assert.Equal(WorkflowStatus.Completed, instance!.Status);
        Assert.Equal(["kept"], instance.UserEvents.Select(static record => record.UserData));
        Assert.Contains(instance.ActivityEvents, static record => record is { QualifiedName: "scope", ExecutionStatus: ActivityExecutionStatus.Closed });
    }

    [Fact]
    public void TransactionalRecords_ManyRecords_AreWrittenAtIdle()
    {
        using WorkflowRuntime runtime = Start(Service(true), unloadOnIdle: false);
        Guid id = Run(runtime, typeof(Looping));
        Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? instance));
        Assert.Equal(Enumerable.Range(0, 1200).Cast<object>(), instance!.UserEvents.Select(static record => record.UserData));
    }

    [Fact]
    public async Task SaveProfileAsync_NewVersion_AppliesToNewInstances()
    {
        SqlTrackingService service = Service(false);
        service.UseDefaultProfile = false;
        service.ProfileChangeCheckInterval = 1000;
        TaskCompletionSource<TrackingProfile> updated = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource removed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using WorkflowRuntime runtime = Start(service, unloadOnIdle: true);

        // The test subscribes after the runtime, so that the runtime has already processed the event when the test continues.
        service.ProfileUpdated += (_, e) => updated.SetResult(e.TrackingProfile!);
        service.ProfileRemoved += (_, _) => removed.SetResult();
        Guid untracked = Run(runtime, typeof(Profiled));
        Assert.False(Query.TryGetWorkflow(untracked, out _));

        TrackingProfile profile = Of("Price");
        await service.SaveProfileAsync(typeof(Profiled), profile, default);
        Assert.Contains(
            "use a higher version",
            (await Assert.ThrowsAsync<InvalidOperationException>(() => service.SaveProfileAsync(typeof(Profiled), profile, default))).Message,
            StringComparison.Ordinal);
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(profile.Version, (await updated.Task).Version);
        Guid first = Run(runtime, typeof(Profiled));
        await service.RemoveProfileAsync(typeof(Profiled), default);
        await AdvanceUntilAsync(removed.Task);
        Guid second = Run(runtime, typeof(Profiled));
        _clock.Advance(TimeSpan.FromDays(1));
        runtime.GetWorkflow(first).Load();
        _scheduler.RunWorkflow(first);
        Assert.False(Query.TryGetWorkflow(second, out _));
        Assert.True(Query.TryGetWorkflow(first, out SqlTrackingWorkflowInstance? tracked));
        Assert.Equal(["code", "delay", "invoke", "ordering"], tracked!.ActivityEvents.Select(static record => record.QualifiedName));
        TrackingDataItem item = tracked.ActivityEvents[0].Body[0];
        Assert.Equal(("Price", 18.0m), (item.FieldName, item.Data));
        Assert.Equal(["money"], item.Annotations);
        Assert.Equal(["closed"], tracked.ActivityEvents[0].Annotations);
        Assert.Empty(Failures);
    }

    [Fact]
    public async Task SaveInstanceProfileAsync_Null_StopsTracking()
    {
        SqlTrackingService service = Service(false);
        using WorkflowRuntime runtime = Start(service, unloadOnIdle: false);
        Guid id = Run(runtime, typeof(Ordering));
        await service.SaveInstanceProfileAsync(id, null, default);
        runtime.GetWorkflow(id).ReloadTrackingProfiles();
        runtime.GetWorkflow(id).Terminate("end");
        Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? instance));
        Assert.Equal(TrackingWorkflowEvent.Idle, instance!.WorkflowEvents[^1].TrackingWorkflowEvent);
    }

    [Fact]
    public void GetWorkflows_FindsByAllConditions()
    {
        using WorkflowRuntime runtime = Start(Service(false), unloadOnIdle: false);
        Guid ended = Run(runtime, typeof(Failing));
        Guid waiting = Run(runtime, typeof(Ordering));
        SqlTrackingQueryOptions options = new() { WorkflowType = typeof(Failing), WorkflowStatus = WorkflowStatus.Terminated };
        Assert.Contains(ended, Find());
        Assert.DoesNotContain(waiting, Find());
        options.StatusMinDateTime = _clock.GetUtcNow().UtcDateTime.AddSeconds(1);
        Assert.Empty(Find());
        options.StatusMinDateTime = _clock.GetUtcNow().UtcDateTime;
        options.StatusMaxDateTime = _clock.GetUtcNow().UtcDateTime;
        Assert.Contains(ended, Find());
        options.Clear();
        Assert.Contains(waiting, Find());
        options.TrackingDataItems.Add(new TrackingDataItemValue("code", null, "18.0"));
        Assert.Contains(waiting, Find());
        Assert.DoesNotContain(ended, Find());
        options.TrackingDataItems.Add(new TrackingDataItemValue("code", "Missing", "' OR 1 = 1 --"));
        Assert.Empty(Find());

        Guid[] Find() => [.. Query.GetWorkflows(options).Select(static instance => instance.WorkflowInstanceId)];
    }

    [Fact]
    public async Task TryGetWorkflow_RowsDamaged_ReturnsReadableValues()
    {
        using WorkflowRuntime runtime = Start(Service(false), unloadOnIdle: false);
        Guid id = Run(runtime, typeof(Ordering));
        Guid failed = Run(runtime, typeof(Failing));
        await ExecuteAsync("UPDATE workflow_tracking_events SET details = '{', annotations = '[', activity_type = 'System.Diagnostics.Process'");
        await ExecuteAsync("UPDATE workflow_tracking_data SET value_text = 'damaged', annotations = '{}'");
        Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? instance));
        Assert.All(instance!.UserEvents, static record => Assert.Equal("damaged", record.UserData));
        Assert.All(instance.ActivityEvents, static record => Assert.Null(record.ActivityType));
        Assert.True(Query.TryGetWorkflow(failed, out SqlTrackingWorkflowInstance? ended));
        Assert.All(ended!.WorkflowEvents, static record => Assert.Null(record.EventArgs));
    }

    [Fact]
    public async Task Tracking_DatabaseFails_DoesNotAffectInstances()
    {
        using WorkflowRuntime runtime = Start(Service(false), unloadOnIdle: true);
        await ExecuteAsync(Rename("workflow_tracking_events", "gone"));
        try
        {
            Guid id = Run(runtime, typeof(Failing));
            Assert.NotEmpty(Failures);
            Assert.All(Failures, static failure => Assert.IsAssignableFrom<DbException>(failure));
            Assert.Throws<InvalidOperationException>(() => runtime.GetWorkflow(id));
        }
        finally
        {
            await ExecuteAsync(Rename("gone", "workflow_tracking_events"));
        }
    }

    protected SqlTrackingService Service(bool isTransactional) => new(database.DataSource)
    {
        IsTransactional = isTransactional,
        EnableRetries = true,
        TransactionConnection = isTransactional ? _store.GetTransactionConnectionAsync : null,
    };

    protected virtual string Rename(string table, string name) => $"ALTER TABLE {table} RENAME TO {name}";

    protected async Task ExecuteAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    private static TrackingProfile Of(string member)
    {
        ActivityTrackPoint point = new() { Annotations = { "closed" }, Extracts = { new WorkflowDataTrackingExtract(member) { Annotations = { "money" } } } };
        point.MatchingLocations.Add(new ActivityTrackingLocation(typeof(LegacyActivity), matchDerivedTypes: true, [ActivityExecutionStatus.Closed]));
        point.ExcludedLocations.Add(new ActivityTrackingLocation(typeof(Shipping), [ActivityExecutionStatus.Closed]));
        return new TrackingProfile { Version = new Version(2, 0), ActivityTrackPoints = { point } };
    }

    private static void CheckUserData(IList<UserTrackingRecord> records)
    {
        Assert.Equal(["price", null, null, "when", "long", null, "0\uFFFD"], records.Select(static record => record.UserDataKey));
        Assert.Equal(18.0m, records[0].UserData);
        Assert.Null(records[1].UserData);
        Assert.Equal("System.Int32[]", records[2].UserData);
        Assert.Equal(new DateTime(2026, 2, 3, 4, 5, 6, DateTimeKind.Utc), records[3].UserData);
        Assert.Equal(1_000_000, ((string)records[4].UserData!).Length);
        Assert.Equal(string.Empty, records[5].UserData);
        Assert.Equal("a\uFFFDb\uFFFDc\U0001F600", records[6].UserData);
    }

    /// <summary>Advances the clock until a task completes. One period is not enough: a check that already runs does not see later changes.</summary>
    private async Task AdvanceUntilAsync(Task task)
    {
        while (!task.IsCompleted)
        {
            _clock.Advance(TimeSpan.FromSeconds(1));
            await Task.WhenAny(task, Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System));
        }
    }

    protected WorkflowRuntime Start(SqlTrackingService service, bool unloadOnIdle)
    {
        WorkflowRuntime runtime = new();
        StoreWorkflowPersistenceService persistence = new(_store, unloadOnIdle);
        persistence.WorkflowTypes.Add(typeof(Ordering));
        runtime.AddService(_scheduler);
        runtime.AddService(_clock);
        runtime.AddService(persistence);
        runtime.AddService(service);
        runtime.ServicesExceptionNotHandled += (_, e) => _failures.Enqueue(e.Exception);
        runtime.StartRuntime();
        return runtime;
    }

    protected Guid Run(WorkflowRuntime runtime, Type type)
    {
        WorkflowInstance instance = runtime.CreateWorkflow(type);
        instance.Start();
        _scheduler.RunWorkflow(instance.InstanceId);
        return instance.InstanceId;
    }
}
