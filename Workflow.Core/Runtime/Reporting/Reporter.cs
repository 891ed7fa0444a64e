using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>
/// What one workflow instance tells its tracking participants (rule 15). The engine reports through <see cref="Activities"/>, the host what
/// becomes of the instance as a whole. An instance without participants, or whose participants want nothing, has none.
/// </summary>
/// <remarks>Used by the owner of the instance's turn, except where a member says otherwise.</remarks>
internal sealed class Reporter
{
    private readonly ReportStamp _stamp;
    private readonly TrackingSession _session;
    private readonly ProfileWatch _watch;
    private readonly string _root;
    private readonly ExecutionHost _host;
    private readonly WorkflowIdentity? _identity;
    private ReportedRun? _run;
    private ActivityReports? _activities;
    private Guid _instanceId;
    private bool _isFollowing;

    private Reporter(Definition.Program program, TrackingParticipant[] participants, ExecutionHost host, TimeProvider clock, WorkflowIdentity? identity)
    {
        _identity = identity;
        _root = program.Root.DisplayName;
        _host = host;
        _stamp = new ReportStamp(clock);
        _session = new TrackingSession(participants);
        _watch = new ProfileWatch(program, participants, this);
    }

    /// <summary>Made by the first who looks: what a participant may want some day is not made for it.</summary>
    public ActivityReports Activities => _activities ??= new ActivityReports(_stamp, this);

    /// <summary>Asked for by the first record, and not before: making one costs more than a small workflow.</summary>
    public Guid InstanceId => _instanceId == Guid.Empty ? _instanceId = _host.InstanceId : _instanceId;

    /// <summary>Of the record that is made next; saved with the instance (rule 15.2).</summary>
    public long NextRecordNumber
    {
        get => _stamp.NextNumber;
        set => _stamp.NextNumber = value;
    }

    public ReportPlan Plan => _watch.Plan;

    /// <summary>What the flush that the instance stands still for waits for; null for none.</summary>
    public Task? Running { get; private set; }

    /// <summary>Null when there is nothing to report, now and later.</summary>
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

    /// <summary>Reports a run from now on, in which the instance begins or continues.</summary>
    public void Attach(ReportedRun run)
    {
        _run = run;
        _isFollowing = false;
        Follow();
        if (_session.HasPending || _watch.HasChanged)
        {
            run.RequestDelivery();
        }
    }

    /// <summary>The executor leaves the instance.</summary>
    public void Detach()
    {
        _run = null;
    }

    /// <summary>The instance has ended, or leaves this host: nothing more is reported.</summary>
    public void Close()
    {
        Detach();
        _watch.Stop();
    }

    /// <summary>Reports a state without particulars.</summary>
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

    /// <summary>Without a reason there is no record (rule 6.2).</summary>
    public void Aborted(Exception? reason)
    {
        if (reason is not null)
        {
            string text = reason.InnerException is { } inner ? $"{reason.Message} Inner exception: {inner.Message}" : reason.Message;
            Tell(WorkflowInstanceStates.Aborted, number => new WorkflowInstanceAbortedRecord(InstanceId, number, _root, text, _identity));
        }
    }

    public void Suspended(string reason) =>
        Tell(WorkflowInstanceStates.Suspended, number => new WorkflowInstanceSuspendedRecord(InstanceId, number, _root, reason, _identity));

    public void Terminated(Exception reason) =>
        Tell(WorkflowInstanceStates.Terminated, number => new WorkflowInstanceTerminatedRecord(InstanceId, number, _root, reason.Message, _identity));

    /// <summary>The engine reports this itself, for whatever host: directly after the fault that nothing handles (rule 16.4).</summary>
    public void UnhandledException(Frame source, Exception exception) =>
        Tell(
            WorkflowInstanceStates.UnhandledException,
            number => new WorkflowInstanceUnhandledExceptionRecord(InstanceId, number, _root, Activities.Describe(source), exception, _identity));

    /// <summary>Delivers what is pending, for an operation of the host; completes at once unless a participant is asynchronous.</summary>
    /// <returns>Fails with what a participant fails with that must not lose a record; the instance may go on all the same (rule 15.4).</returns>
    public Task FlushAsync()
    {
        if (!TryDeliver(out Task? waiting))
        {
            return FinishAsync(waiting);
        }

        return TakeFailure() is { } failure ? Task.FromException(failure) : Task.CompletedTask;
    }

    /// <summary>The instance is aborted while it stands still for a participant: the record counts as dropped. Safe from any thread.</summary>
    public void GiveUp() => _session.GiveUp();

    /// <summary>Does at the end of an item what reporting asked for; false: the instance stands still until <see cref="Running"/> has ended.</summary>
    public bool Attend()
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

    /// <summary>What the instance stood still for has ended; what is left is delivered when it goes on.</summary>
    public void EndWait()
    {
        Running = null;
        _run!.RequestDelivery();
    }

    /// <summary>
    /// Asks the participants again if they want others than before. Records that tell of what the host does come between two items, and must not
    /// miss a change; whether activities are followed is changed at the end of an item only.
    /// </summary>
    public void NoticeChange()
    {
        if (_watch.HasChanged)
        {
            _watch.Refresh();
        }
    }

    /// <summary>Makes the running instance look at what participants want now. Safe from any thread.</summary>
    public void Remind() => Volatile.Read(ref _run)?.RequestDelivery();

    /// <summary>Gives a record to one participant, with what the query adds to it.</summary>
    public void Add(int participant, TrackingRecord record, TrackingQuery query)
    {
        record.EventTime = _stamp.Time;
        if (_stamp.Failure is { } failure)
        {
            // The caller that asked for the record continues; the instance ends with this item.
            _run?.AbortFirst(failure);
        }

        if (query.HasAnnotations)
        {
            record.Annotations = new Dictionary<string, string>(query.QueryAnnotations, StringComparer.Ordinal);
        }

        _session.Add(participant, record);
        if (_run is { IsDeliveryRequested: false } run)
        {
            // Only the owner of the turn lowers it, which is who reports: what is raised stays so.
            run.RequestDelivery();
        }
    }

    /// <summary>Gives one of several participants a copy of what an activity made; the author's code that makes it is fenced too.</summary>
    public void AddCopy(int participant, TrackingRecord record, TrackingQuery query)
    {
        try
        {
            Add(participant, record.Copy(), query);
        }
        catch (Exception exception)
        {
            _session.Drop(participant, record, exception);
            Remind();
        }
    }

    private bool TryDeliver([NotNullWhen(false)] out Task? waiting) =>
        _host.BlocksCaller && OutsideContext.IsNeeded ? TryDeliverOutside(out waiting) : _session.TryDeliver(out waiting);

    /// <summary>Once an item: without a closure, unless there is a scheduler to be left.</summary>
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

    /// <summary>What a participant failed with that must not lose a record, or the clock.</summary>
    private Exception? TakeFailure() => _session.TakeFailure() ?? _stamp.TakeFailure();

    private void Tell(string state, Func<long, WorkflowInstanceRecord> make)
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
            // How the participant ended is the session's to look at.
            await next.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        while (!TryDeliver(out next));

        if (TakeFailure() is { } failure)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
        }
    }

    /// <summary>Only the slow lane stops at each activity.</summary>
    private void Follow()
    {
        if (_run is { } run && _isFollowing != Plan.FollowsActivities)
        {
            _isFollowing = !_isFollowing;
            run.FollowActivities(_isFollowing);
        }
    }
}
