using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Runtime.Executors;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// A workflow that a test saves and loads repeatedly: each <see cref="Reload"/> saves the instance, drops the executor, and continues the saved state in
/// another executor. Like in <see cref="Running"/>, each call returns when its consequences have run.
/// </summary>
internal sealed class Reloading : IRunning
{
    private readonly Program _program;
    private readonly WorkflowInstanceExtensionManager? _extensions;
    private readonly Lane _lane;
    private WorkflowExecutor _executor;
    private LoadedHost _host;
    private bool _hasStarted;

    public Reloading(
        Activity workflow,
        Lane lane,
        TypeRegistry? types = null,
        IDictionary<string, object?>? inputs = null,
        WorkflowInstanceExtensionManager? extensions = null)
    {
        _program = FrozenDefinition.Of(workflow);
        InputRules.Check(_program, inputs);
        _lane = lane;
        _extensions = extensions;
        Types = types ?? new TypeRegistry();
        _executor = ExecutorPool.Rent(_program);
        _host = new LoadedHost(_executor, InstanceId);
        _executor.Begin(inputs, _host);
        QueueOnly.Apply(_executor, lane);
        MakeHost();
    }

    public Guid InstanceId { get; } = Guid.NewGuid();

    public TypeRegistry Types { get; }

    public ValueSerializer Serializer { get; init; } = SavedTypes.Serializer;

    /// <summary>True if a save fails when an exception cannot be restored exactly.</summary>
    public bool RequiresExactExceptions { get; init; }

    /// <summary>True to continue the instance after a save that an activity requests; false to leave the instance at that save.</summary>
    public bool GoesOnAfterSaves { get; init; }

    /// <summary>True to save the instance also in its transactions.</summary>
    public bool SavesInTransactions
    {
        get;
        init
        {
            field = value;
            _host.SavesTransactions = value;
        }
    }

    /// <summary>The number of saves that activities requested.</summary>
    public int Saves { get; private set; }

    public WorkflowExecutor Executor => _executor;

    public bool IsIdle => !_executor.State.HasEnded;

    /// <summary>True if the instance is at a save that an activity requested.</summary>
    public bool IsAtSave => _executor.BlockingTask is not null;

    public bool IsPersistable => !_executor.State.HasEnded && _executor.State.NoPersistCount == 0;

    public IReadOnlyList<BookmarkInfo> Bookmarks => BookmarkInfo.ListOf(_executor.State);

    public Reloading Start()
    {
        _hasStarted = true;
        NoContext.Run(() => _host.Run(isFirst: true));
        return this;
    }

    public byte[] Save(SnapshotState? state = null) => Snapshot.Capture(
        _executor.State,
        state ?? new SnapshotState { InstanceId = InstanceId, HasStarted = _hasStarted, RequiresExactExceptions = RequiresExactExceptions },
        Serializer,
        Types);

    /// <summary>Saves the instance and continues in another executor.</summary>
    public Reloading Reload(Lane? lane = null) => Load(Save(), lane);

    /// <summary>Continues with a state that was saved before.</summary>
    public Reloading Load(ReadOnlyMemory<byte> data, Lane? lane = null, Action<SnapshotState>? onLoaded = null)
    {
        ExecutorPool.Discard(_executor);
        _executor = ExecutorPool.Rent(_program);
        _host = new LoadedHost(_executor, InstanceId);
        InstanceState instance = new(_program) { Host = _host };
        State = Snapshot.Restore(instance, data, Serializer, Types);
        _executor.Attach(instance);
        QueueOnly.Apply(_executor, lane ?? _lane);
        MakeHost();
        onLoaded?.Invoke(State);
        if (State.HasStarted)
        {
            NoContext.Run(() => _host.Run(isFirst: false));
        }

        return this;
    }

    /// <summary>The part of the last loaded state that belongs to the host.</summary>
    public SnapshotState? State { get; private set; }

    public void Continue(Action action) => NoContext.Run(action);

    public void Cancel() => NoContext.Run(() =>
    {
        _executor.Queue.Raise(Signals.Cancel);
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
        BookmarkResumptionResult answer = _executor.Bookmarks.Resume(name, scopeId, value);
        NoContext.Run(() => _host.Post(new InvocationMessage()));
        return answer;
    }

    /// <summary>Returns the outcome. Fails the test if the workflow has not ended.</summary>
    public Ended End()
    {
        Assert.True(_executor.State.HasEnded, "The workflow is idle, but should have ended.");
        Ended ended = new(_executor.State.Outcome, _executor.State.Root!.CurrentState, _executor.State.Root!.GetOutputs(), _executor.State.Reason);
        _host.Close();
        if (_executor.State.Outcome == ExecutionOutcome.Completed)
        {
            ExecutorPool.Return(_executor);
        }

        return ended;
    }

    private void MakeHost()
    {
        _host.SavesTransactions = SavesInTransactions;
        _host.OnSave = () =>
        {
            Saves++;
            return GoesOnAfterSaves;
        };
        _host.UseExtensions(_extensions);
    }
}
