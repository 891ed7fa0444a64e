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

/// <summary>A workflow under way. Each call returns when its consequences have run: the workflow is idle again, or ended.</summary>
internal sealed class Running(WorkflowExecutor executor, Invocation invocation, Lane lane) : IRunning
{
    private Ended? _ended;

    private Collector _collector = Collector.OfCustomRecords();

    /// <summary>Calls from outside that are under way; code of the workflow makes calls inside of them.</summary>
    private int _calls;

    /// <summary>What the test itself holds of the instance, to be saved with it.</summary>
    public Func<Dictionary<XName, object?>>? Collect { get; set; }

    /// <summary>Takes it back from a loaded instance.</summary>
    public Action<IReadOnlyDictionary<XName, object?>>? Publish { get; set; }

    /// <summary>How often the instance was loaded, and how often it could not be saved.</summary>
    public (int Loads, int Refusals) Lives { get; private set; }

    public bool IsPersistable => executor.State.NoPersistCount == 0;

    /// <summary>Saves it as it stands, between two items.</summary>
    public byte[] Save() => Snapshot.Capture(
        executor.State,
        new SnapshotState { InstanceId = invocation.InstanceId, ParticipantValues = Collect?.Invoke() ?? [] },
        SavedTypes.Serializer,
        SavedTypes.Create());

    /// <summary>What activities report; empty unless <see cref="Listen"/> was called before the start.</summary>
    public IReadOnlyList<TrackingRecord> Records => _collector.Records;

    public bool IsIdle => _ended is null && !executor.State.HasEnded;

    /// <summary>Has collected what activities report themselves, as a host with a tracking participant does.</summary>
    public Running Listen() => Listen(_collector);

    /// <summary>Has a participant told of the workflow, which the extensions do not know.</summary>
    public Running Listen(Collector collector)
    {
        _collector = collector;
        TimeProvider clock = (TimeProvider?)executor.Host.GetExtension(typeof(TimeProvider)) ?? TimeProvider.System;
        executor.Report(Reporter.Create(executor.Program, [_collector], executor.Host, clock)!);
        return this;
    }

    public void Start() => Outside(invocation.StartAsync);

    /// <summary>Asks the root to cancel, as the token of <c>InvokeAsync</c> does.</summary>
    public void Cancel()
    {
        Passivate();
        Outside(() =>
        {
            executor.Queue.Raise(Signals.Cancel);
            invocation.Post(new InvocationMessage());
        });
    }

    public bool IsOnSlowLane => (executor.Queue.Signals & Signals.SlowLane) != 0;

    /// <summary>As the snapshot of an instance brings it.</summary>
    public long NextRecordNumber
    {
        set => executor.Reporter!.NextRecordNumber = value;
    }

    /// <summary>Asks the root to cancel before the instance runs.</summary>
    public void CancelEarly() => executor.Queue.Raise(Signals.Cancel);

    /// <summary>Aborts the instance, as the timeout of an invoker does.</summary>
    public void Abort(Exception reason) => Outside(() => invocation.Post(new InvocationMessage(reason)));

    public BookmarkResumptionResult Resume(string name, object? value = null) => Resume(new Bookmark(name), value);

    /// <summary>Resumes a bookmark from outside; the answer is there once the workflow, if it was idle, is idle again.</summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value = null)
    {
        Passivate();
        InvocationMessage delivery = new(bookmark, value);
        Outside(() => invocation.Post(delivery));
        return Finished.ResultOf(delivery.Answer!.Task);
    }

    /// <summary>Resumes a bookmark in a scope, as a host does that knows the scope's id; an empty one is that of the default scope.</summary>
    public BookmarkResumptionResult Resume(string name, Guid scopeId, object? value = null)
    {
        Assert.True(IsIdle, "The workflow has ended.");
        Passivate();
        BookmarkResumptionResult answer = executor.Bookmarks.Resume(name, scopeId, value);
        Outside(() => invocation.Post(new InvocationMessage()));
        return answer;
    }

    /// <summary>What a host shows of the outstanding bookmarks.</summary>
    public IReadOnlyList<BookmarkInfo> Bookmarks => BookmarkList.Of(executor.State);

    /// <summary>How it ended, for what ends on another thread.</summary>
    public async Task<Ended> EndAsync()
    {
        await invocation.WaitForEndAsync().WaitAsync(HangGuard.Limit);
        return End();
    }

    /// <summary>How it ended; fails the test when it is still waiting.</summary>
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

    /// <summary>Does something that the workflow goes on with on this thread, after it has rested.</summary>
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

    /// <summary>The instance leaves its executor and gets it back, as an idle one of an application does; or it is saved and loaded.</summary>
    private void Passivate()
    {
        InstanceState state = executor.State;
        if (!IsIdle || _calls > 0 || executor.Standstill is not null || !executor.Queue.IsIdle)
        {
            return;
        }

        if (lane == Lane.Passivated)
        {
            Attach(state, slowLane: false);
        }
        else if (lane == Lane.Reloaded && IsPersistable)
        {
            Reload();
        }
    }

    /// <summary>The instance is saved, dropped, and loaded again, if it is one that can be saved now.</summary>
    private void Reload()
    {
        byte[] data;
        try
        {
            data = Save();
        }
        catch (SnapshotException)
        {
            // An author's own kind of place, for example: the instance goes on as it is.
            Lives = Lives with { Refusals = Lives.Refusals + 1 };
            return;
        }

        Lives = Lives with { Loads = Lives.Loads + 1 };
        bool slowLane = Lives.Loads % 2 == 1;
        InstanceState state = new(executor.Program) { Host = invocation };
        SnapshotState loaded = Snapshot.Restore(state, data, SavedTypes.Serializer, SavedTypes.Create(), slowLane);
        Publish?.Invoke(loaded.ParticipantValues);
        Attach(state, slowLane);
    }

    private void Attach(InstanceState state, bool slowLane)
    {
        Reporter? reporter = executor.Reporter;
        ExecutorPool.Detach(executor);
        Assert.Same(executor, ExecutorPool.Rent(executor.Program));
        executor.Attach(state, slowLane);
        if (reporter is not null)
        {
            executor.Report(reporter);
        }
    }
}
