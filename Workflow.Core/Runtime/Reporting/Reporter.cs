using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>
/// Reports one workflow instance to its tracking participants (rule 15). The engine reports through <see cref="Activities"/>; the host reports the events of
/// the instance as a whole. An instance has no reporter if it has no participants, or if they request nothing.
/// </summary>
/// <remarks>Used by the current owner of the instance, unless a member states otherwise.</remarks>
internal sealed class Reporter
{
    private readonly RecordNumbers _stamp;
    private readonly TrackingSession _session;
    private readonly ProfileMonitor _watch;
    private readonly string _root;
    private readonly ExecutionHost _host;
    private readonly WorkflowIdentity? _identity;
    private TrackedRun? _run;
    private ActivityReports? _activities;
    private Guid _instanceId;
    private bool _isFollowing;

    private Reporter(Definition.Program program, TrackingParticipant[] participants, ExecutionHost host, TimeProvider clock, WorkflowIdentity? identity)
    {
        _identity = identity;
        _root = program.Root.DisplayName;
        _host = host;
        _stamp = new RecordNumbers(clock);
        _session = new TrackingSession(participants);
        _watch = new ProfileMonitor(program, participants, this);
    }

    /// <summary>Creates the records of activities. Created on first use.</summary>
    public ActivityReports Activities => _activities ??= new ActivityReports(_stamp, this);

    /// <summary>The id of the instance. The first record requests it from the host, because creating an id costs more than a small workflow.</summary>
    public Guid InstanceId => _instanceId == Guid.Empty ? _instanceId = _host.InstanceId : _instanceId;

    /// <summary>The number of the next record; saved with the instance (rule 15.2).</summary>
    public long NextRecordNumber
    {
        get => _stamp.NextNumber;
        set => _stamp.NextNumber = value;
    }

    public ReportPlan Plan => _watch.Plan;

    /// <summary>The delivery that blocks the instance; null if there is none.</summary>
    public Task? Running { get; private set; }

    /// <summary>Creates a reporter; null if there is nothing to report, now and later.</summary>
    /// <exception cref="InvalidOperationException">A query of a profile needs a name and has none.</exception>
    public static Reporter? Create(
        Definition.Program program, TrackingParticipant[] participants, ExecutionHost host, TimeProvider clock, WorkflowIdentity? identity = null)
    {
        if (participants.Length == 0)
        {
            return null;
        }

        Reporter reporter = new(program, participants, host, clock, identity);
        return reporter.Plan.WantsNothing && !reporter._watch.MayChange ? null : reporter;
    }

    /// <summary>Starts to report a run, in which the instance begins or continues.</summary>
    public void Attach(TrackedRun run)
    {
        _run = run;
        _isFollowing = false;
        Follow();
        if (_session.HasPending || _watch.HasChanged)
        {
            run.RequestDelivery();
        }
    }

    /// <summary>Called when the executor leaves the instance.</summary>
    public void Detach()
    {
        _run = null;
    }

    /// <summary>Ends reporting, because the instance has ended or leaves this host.</summary>
    public void Close()
    {
        Detach();
        _watch.Stop();
    }

    /// <summary>Reports a state that has no further data.</summary>
    public void Instance(string state)
    {
        NoticeChange();
        for (int i = 0; i < Plan.Views.Length; i++)
        {
            if (Plan.Views[i].FindInstance(state) is { } query)
            {
                Add(i, new WorkflowInstanceRecord(InstanceId, _stamp.Number, _root, state, _identity), query);
            }
        }

        _stamp.Clear();
    }

    /// <summary>Reports an abort. Without a reason there is no record (rule 6.2).</summary>
    public void Aborted(Exception? reason)
    {
        if (reason is not null)
        {
            string text = reason.InnerException is { } inner ? $"{reason.Message} Inner exception: {inner.Message}" : reason.Message;
            Report(WorkflowInstanceStates.Aborted, number => new WorkflowInstanceAbortedRecord(InstanceId, number, _root, text, _identity));
        }
    }

    public void Suspended(string reason) =>
        Report(WorkflowInstanceStates.Suspended, number => new WorkflowInstanceSuspendedRecord(InstanceId, number, _root, reason, _identity));

    public void Terminated(Exception reason) =>
        Report(WorkflowInstanceStates.Terminated, number => new WorkflowInstanceTerminatedRecord(InstanceId, number, _root, reason.Message, _identity));

    /// <summary>Reports an unhandled exception, directly after its last fault record. The engine reports it, whatever the host is (rule 16.4).</summary>
    public void UnhandledException(Frame source, Exception exception) =>
        Report(
            WorkflowInstanceStates.UnhandledException,
            number => new WorkflowInstanceUnhandledExceptionRecord(InstanceId, number, _root, Activities.Describe(source), exception, _identity));

    /// <summary>Delivers the pending records, for an operation of the host. Completes at once unless a participant is asynchronous.</summary>
    /// <returns>
    /// A task that fails if a participant that must not lose a record has failed, or the clock. The instance may continue nevertheless (rule 15.4).
    /// </returns>
    public Task FlushAsync()
    {
        if (!TryDeliver(out Task? waiting))
        {
            return FinishAsync(waiting);
        }

        return TakeFailure() is { } failure ? Task.FromException(failure) : Task.CompletedTask;
    }

    /// <summary>Called when the instance is aborted while a participant blocks it: the record counts as dropped. Thread-safe.</summary>
    public void GiveUp() => _session.GiveUp();

    /// <summary>Delivers records at the end of an item. Returns false if the instance is blocked until <see cref="Running"/> has completed.</summary>
    public bool Process()
    {
        NoticeChange();
        Follow();
        if (!TryDeliver(out Task? waiting))
        {
            Running = waiting;
            return false;
        }

        if (_session.TakeFailure() is { } failure)
        {
            _run!.AbortFirst(new OperationCanceledException("A guaranteed tracking participant has lost a record, so the workflow was aborted.", failure));
        }

        return true;
    }

    /// <summary>Called when the blocking participant has completed. The remaining records are delivered when the instance continues.</summary>
    public void EndWait()
    {
        Running = null;
        _run!.RequestDelivery();
    }

    /// <summary>
    /// Reads the profiles again if they have changed. Records of actions of the host are created between two items, and must not miss a change; reporting of
    /// activities is switched on and off only at the end of an item.
    /// </summary>
    public void NoticeChange()
    {
        if (_watch.HasChanged)
        {
            _watch.Refresh();
        }
    }

    /// <summary>Makes the running instance process a change of the profiles. Thread-safe.</summary>
    public void RequestDelivery() => Volatile.Read(ref _run)?.RequestDelivery();

    /// <summary>Adds a record for one participant, with the annotations of the query.</summary>
    public void Add(int participant, TrackingRecord record, TrackingQuery query)
    {
        record.EventTime = _stamp.Time;
        if (_stamp.Failure is { } failure)
        {
            // The caller that created the record continues; the instance ends with this item.
            _run?.AbortFirst(failure);
        }

        if (query.HasAnnotations)
        {
            record.Annotations = new Dictionary<string, string>(query.QueryAnnotations, StringComparer.Ordinal);
        }

        _session.Add(participant, record);
        if (_run is { IsDeliveryRequested: false } run)
        {
            // Only the thread that owns the instance lowers the signal, and that thread is here: a raised signal stays raised.
            run.RequestDelivery();
        }
    }

    /// <summary>
    /// Adds a copy of an activity's record for one of several participants. An exception of the author's code that creates the copy is caught too.
    /// </summary>
    public void AddCopy(int participant, TrackingRecord record, TrackingQuery query)
    {
        try
        {
            Add(participant, record.Copy(), query);
        }
        catch (Exception exception)
        {
            _session.Drop(participant, record, exception);
            RequestDelivery();
        }
    }

    private bool TryDeliver([NotNullWhen(false)] out Task? waiting) =>
        _host.BlocksCaller && OutsideContext.IsNeeded ? TryDeliverOutside(out waiting) : _session.TryDeliver(out waiting);

    /// <summary>
    /// Delivers outside the synchronization context. Called for each item, so there is no closure unless the task scheduler must be left too.
    /// </summary>
    private bool TryDeliverOutside([NotNullWhen(false)] out Task? waiting)
    {
        SynchronizationContext? context = OutsideContext.Leave();
        try
        {
            return OutsideContext.HasScheduler ? TryDeliverInTask(out waiting) : _session.TryDeliver(out waiting);
        }
        finally
        {
            OutsideContext.Return(context);
        }
    }

    private bool TryDeliverInTask([NotNullWhen(false)] out Task? waiting)
    {
        Task? running = null;
        bool isDelivered = OutsideContext.Run(() => _session.TryDeliver(out running));
        waiting = running;
        return isDelivered;
    }

    /// <summary>Returns the failure of a participant that must not lose a record, or of the clock; null if there is none.</summary>
    private Exception? TakeFailure() => _session.TakeFailure() ?? _stamp.TakeFailure();

    private void Report(string state, Func<long, WorkflowInstanceRecord> make)
    {
        NoticeChange();
        for (int i = 0; i < Plan.Views.Length; i++)
        {
            if (Plan.Views[i].FindInstance(state) is { } query)
            {
                Add(i, make(_stamp.Number), query);
            }
        }

        _stamp.Clear();
    }

    private async Task FinishAsync(Task waiting)
    {
        Task? next = waiting;
        do
        {
            // The session examines the outcome of the participant.
            await next.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        while (!TryDeliver(out next));

        if (TakeFailure() is { } failure)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
        }
    }

    /// <summary>Starts or stops following activities, as the plan requires. While activities are followed, every item goes through the queue.</summary>
    private void Follow()
    {
        if (_run is { } run && _isFollowing != Plan.FollowsActivities)
        {
            _isFollowing = !_isFollowing;
            run.TrackActivities(_isFollowing);
        }
    }
}
