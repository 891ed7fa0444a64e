using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Snapshots;

namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// A workflow that lives several lives: each <see cref="Reload"/> saves it, drops the execution, and goes on with what was saved in another one. Like
/// <see cref="Running"/>, each call returns when its consequences have run.
/// </summary>
internal sealed class Reloading : IRunning
{
    private readonly Program _program;
    private readonly WorkflowInstanceExtensionManager? _extensions;
    private readonly Lane _lane;
    private WorkflowExecution _execution;
    private LoadedHost _host;
    private bool _hasStarted;

    public Reloading(
        Activity workflow, Lane lane, TypeRegistry? types = null, IDictionary<string, object?>? inputs = null, WorkflowInstanceExtensionManager? extensions = null)
    {
        _program = FrozenDefinition.Of(workflow);
        InputRules.Check(_program, inputs);
        _lane = lane;
        _extensions = extensions;
        Types = types ?? new TypeRegistry();
        _execution = ExecutionPool.Rent(_program);
        _host = new LoadedHost(_execution, InstanceId);
        _execution.Begin(inputs, CreateHost, _host, lane == Lane.Slow);
        MakeHost();
    }

    public Guid InstanceId { get; } = Guid.NewGuid();

    public TypeRegistry Types { get; }

    public ValueSerializer Serializer { get; init; } = SavedTypes.Serializer;

    /// <summary>Lets the instance go on after a save that an activity asked for, instead of leaving it there.</summary>
    public bool GoesOnAfterSaves { get; init; }

    /// <summary>How many saves activities asked for.</summary>
    public int Saves { get; private set; }

    public WorkflowExecution Execution => _execution;

    public bool IsIdle => !_execution.HasEnded;

    /// <summary>The instance stands at a save that an activity asked for.</summary>
    public bool IsAtSave => _execution.Standstill is not null;

    public bool IsPersistable => !_execution.HasEnded && _execution.NoPersist.IsPersistable;

    public IReadOnlyList<BookmarkInfo> Bookmarks => BookmarkList.Of(_execution);

    public Reloading Start()
    {
        _hasStarted = true;
        NoContext.Run(() => _host.Run(isFirst: true));
        return this;
    }

    public byte[] Save(SnapshotState? state = null) => Snapshot.Capture(
        _execution, state ?? new SnapshotState { InstanceId = InstanceId, HasStarted = _hasStarted }, Serializer, Types);

    /// <summary>Saves and goes on in another execution.</summary>
    public Reloading Reload(Lane? lane = null) => Load(Save(), lane);

    /// <summary>Goes on with something that was saved before.</summary>
    public Reloading Load(ReadOnlyMemory<byte> data, Lane? lane = null, Action<SnapshotState>? onLoaded = null)
    {
        ExecutionPool.Discard(_execution);
        _execution = ExecutionPool.Rent(_program);
        _host = new LoadedHost(_execution, InstanceId);
        State = Snapshot.Restore(_execution, data, Serializer, Types, CreateHost, _host, (lane ?? _lane) == Lane.Slow);
        MakeHost();
        onLoaded?.Invoke(State);
        if (State.HasStarted)
        {
            NoContext.Run(() => _host.Run(isFirst: false));
        }

        return this;
    }

    /// <summary>What the last load found beside the run.</summary>
    public SnapshotState? State { get; private set; }

    public void Continue(Action action) => NoContext.Run(action);

    public void Cancel() => NoContext.Run(() =>
    {
        _execution.Queue.Raise(Signals.Cancel);
        _host.Post(new InvocationMessage());
    });

    public void Abort(Exception reason) => NoContext.Run(() => _host.Post(new InvocationMessage(reason)));

    public BookmarkResumptionResult Resume(string name, object? value = null) => Resume(new Bookmark(name), value);

    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value = null)
    {
        InvocationMessage delivery = new(bookmark, value);
        NoContext.Run(() => _host.Post(delivery));
        return Finished.ResultOf(delivery.Answer!.Task);
    }

    public BookmarkResumptionResult Resume(string name, Guid scopeId, object? value = null)
    {
        Assert.True(IsIdle, "The workflow has ended.");
        BookmarkResumptionResult answer = _execution.Bookmarks.Resume(name, scopeId, value);
        NoContext.Run(() => _host.Post(new InvocationMessage()));
        return answer;
    }

    /// <summary>How it ended; fails the test when it is still waiting.</summary>
    public Ended End()
    {
        Assert.True(_execution.HasEnded, "The workflow is idle, but should have ended.");
        Ended ended = new(_execution.Outcome, _execution.Root!.CurrentState, _execution.CollectOutputs(), _execution.Reason);
        _host.Close();
        if (_execution.Outcome == ExecutionOutcome.Completed)
        {
            ExecutionPool.Return(_execution);
        }

        return ended;
    }

    private static ExecutionHost CreateHost(WorkflowExecution execution, object? host) => (LoadedHost)host!;

    private void MakeHost()
    {
        _host.OnSave = () =>
        {
            Saves++;
            return GoesOnAfterSaves;
        };
        _host.UseExtensions(_extensions);
        _ = _execution.Host;
    }
}
