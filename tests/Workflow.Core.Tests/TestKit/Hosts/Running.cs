using System.Xml.Linq;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Runtime.Executors;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A running workflow. Each call returns when its consequences have run: the workflow is idle again, or has ended.</summary>
internal sealed class Running(WorkflowExecutor executor, Invocation invocation, Lane lane) : IRunning
{
    private Ended? _ended;

    private Collector _collector = Collector.OfCustomRecords();

    /// <summary>The depth of calls from outside. Code of the workflow makes calls inside of them.</summary>
    private int _calls;

    /// <summary>Returns the data of the test that are saved with the instance.</summary>
    public Func<Dictionary<XName, object?>>? Collect { get; set; }

    /// <summary>Restores the data of the test from a loaded instance.</summary>
    public Action<IReadOnlyDictionary<XName, object?>>? Publish { get; set; }

    /// <summary>The number of loads of the instance, and the number of refused saves.</summary>
    public (int Loads, int Refusals) Lives { get; private set; }

    public bool IsPersistable => executor.State.NoPersistCount == 0;

    /// <summary>Saves the instance between two items.</summary>
    public byte[] Save() => Snapshot.Capture(
        executor.State,
        new SnapshotState { InstanceId = invocation.InstanceId, ParticipantValues = Collect?.Invoke() ?? [] },
        SavedTypes.Serializer,
        SavedTypes.Create());

    /// <summary>The records of the activities; empty unless <see cref="Listen()"/> was called before the start.</summary>
    public IReadOnlyList<TrackingRecord> Records => _collector.Records;

    public bool IsIdle => _ended is null && !executor.State.HasEnded;

    /// <summary>Collects custom records of activities, as a host with a tracking participant does.</summary>
    public Running Listen() => Listen(_collector);

    /// <summary>Adds a tracking participant that is not among the extensions.</summary>
    public Running Listen(Collector collector)
    {
        _collector = collector;
        TimeProvider clock = (TimeProvider?)executor.Host.GetExtension(typeof(TimeProvider)) ?? TimeProvider.System;
        executor.Report(Reporter.Create(executor.Program, [_collector], executor.Host, clock)!);
        return this;
    }

    public void Start() => Outside(invocation.StartAsync);

    /// <summary>Requests cancellation of the root, as the token of <c>InvokeAsync</c> does.</summary>
    public void Cancel()
    {
        Passivate();
        Outside(() =>
        {
            executor.Queue.Raise(Signals.Cancel);
            invocation.Post(new InvocationMessage());
        });
    }

    public bool IsQueueOnly => (executor.Queue.Signals & Signals.QueueOnly) != 0;

    /// <summary>Sets the number of the next record, as a load does.</summary>
    public long NextRecordNumber
    {
        set => executor.Reporter!.NextRecordNumber = value;
    }

    /// <summary>Requests cancellation of the root before the instance runs.</summary>
    public void CancelEarly() => executor.Queue.Raise(Signals.Cancel);

    /// <summary>Aborts the instance, as the timeout of an invoker does.</summary>
    public void Abort(Exception reason) => Outside(() => invocation.Post(new InvocationMessage(reason)));

    public BookmarkResumptionResult Resume(string name, object? value = null) => Resume(new Bookmark(name), value);

    /// <summary>Resumes a bookmark from outside. Returns when the workflow is idle again, if it was idle before.</summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value = null)
    {
        Passivate();
        InvocationMessage delivery = new(bookmark, value);
        Outside(() => invocation.Post(delivery));
        return Finished.ResultOf(delivery.Answer!.Task);
    }

    /// <summary>Resumes a bookmark in a scope, as a host does that knows the id of the scope. An empty id denotes the default scope.</summary>
    public BookmarkResumptionResult Resume(string name, Guid scopeId, object? value = null)
    {
        Assert.True(IsIdle, "The workflow has ended.");
        Passivate();
        BookmarkResumptionResult answer = executor.Bookmarks.Resume(name, scopeId, value);
        Outside(() => invocation.Post(new InvocationMessage()));
        return answer;
    }

    /// <summary>Returns the outstanding bookmarks, as a host shows them.</summary>
    public IReadOnlyList<BookmarkInfo> Bookmarks => BookmarkInfo.ListOf(executor.State);

    /// <summary>Waits for the end and returns the outcome, for workflows that end on another thread.</summary>
    public async Task<Ended> EndAsync()
    {
        await invocation.WaitForEndAsync().WaitAsync(HangGuard.Limit);
        return End();
    }

    /// <summary>Returns the outcome. Fails the test if the workflow has not ended.</summary>
    public Ended End()
    {
        if (_ended is null)
        {
            Assert.True(executor.State.HasEnded, "The workflow is idle, but should have ended.");
            _ended = new Ended(executor.State.Outcome, executor.State.Root!.CurrentState, executor.State.Root!.GetOutputs(), executor.State.Reason);
            invocation.Close();
            if (executor.State.Outcome == ExecutionOutcome.Completed)
            {
                ExecutorPool.Return(executor);
            }
        }

        return _ended;
    }

    /// <summary>Performs an action that continues the workflow on this thread, after passivation.</summary>
    public void Continue(Action action)
    {
        Passivate();
        Outside(action);
    }

    private void Outside(Action action)
    {
        _calls++;
        NoContext.Run(action);
        _calls--;
    }

    /// <summary>
    /// Depending on the lane, detaches an idle instance from its executor and attaches it again, as an application does, or saves and loads it.
    /// </summary>
    private void Passivate()
    {
        InstanceState state = executor.State;
        if (!IsIdle || _calls > 0 || executor.BlockingTask is not null || !executor.Queue.IsIdle)
        {
            return;
        }

        if (lane == Lane.Passivated)
        {
            Attach(state, lane);
        }
        else if (lane == Lane.Reloaded && IsPersistable)
        {
            Reload();
        }
    }

    /// <summary>Saves, drops and loads the instance, if it can be saved.</summary>
    private void Reload()
    {
        byte[] data;
        try
        {
            data = Save();
        }
        catch (SnapshotException)
        {
            // For example, the instance uses a custom location class. It continues without a load.
            Lives = Lives with { Refusals = Lives.Refusals + 1 };
            return;
        }

        Lives = Lives with { Loads = Lives.Loads + 1 };
        InstanceState state = new(executor.Program) { Host = invocation };
        SnapshotState loaded = Snapshot.Restore(state, data, SavedTypes.Serializer, SavedTypes.Create());
        Publish?.Invoke(loaded.ParticipantValues);
        Attach(state, Lives.Loads % 2 == 1 ? Lane.Slow : Lane.Fast);
    }

    private void Attach(InstanceState state, Lane next)
    {
        Reporter? reporter = executor.Reporter;
        ExecutorPool.Detach(executor);
        Assert.Same(executor, ExecutorPool.Rent(executor.Program));
        executor.Attach(state);
        QueueOnly.Apply(executor, next);
        if (reporter is not null)
        {
            executor.Report(reporter);
        }
    }
}
