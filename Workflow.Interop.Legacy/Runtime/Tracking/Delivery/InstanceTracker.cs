using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Sends the records of one instance to the channels of the services. Only the thread that runs the instance uses it.</summary>
internal sealed class InstanceTracker : TrackingPort
{
    private readonly WorkflowRuntime _runtime;
    private readonly Guid _instanceId;
    private readonly WorkBatch _batch;
    private readonly TrackingState _state;
    private readonly InstanceChannels _services;
    private readonly List<TrackedChannel> _channels;
    private readonly ExceptionOrigin _origin = new();
    private Activity _root;
    private DateTime? _startedAt;
    private bool _isStarting;

    private InstanceTracker(WorkflowRuntime runtime, Activity root, Guid instanceId, WorkBatch batch)
    {
        (_runtime, _root, _instanceId, _batch) = (runtime, root, instanceId, batch);
        _state = TrackingState.Of(root);
        _services = new InstanceChannels(runtime, instanceId);
        using IDisposable? environment = Enter();
        _channels = _services.Open(root, _state);
    }

    private DateTime Now => _runtime.Time.GetUtcNow().UtcDateTime;

    /// <summary>Returns the tracker of an executor; null if the instance is not tracked.</summary>
    public static InstanceTracker? Of(ExecutionPort? executor) => executor?.Tracking as InstanceTracker;

    /// <summary>Tracks an instance if the runtime has tracking services.</summary>
    /// <param name="before">The tracker of the previous tree if the instance was reset to an earlier state; null if the instance is new or loaded.</param>
    /// <param name="runtime">The runtime.</param>
    /// <param name="root">The root activity of the instance.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="batch">The pending work of the instance.</param>
    public static InstanceTracker? Attach(InstanceTracker? before, WorkflowRuntime runtime, Activity root, Guid instanceId, WorkBatch batch)
    {
        if (runtime.Tracking.Count == 0)
        {
            return null;
        }

        if (before is null)
        {
            return new InstanceTracker(runtime, root, instanceId, batch);
        }

        // Records that were already sent keep their numbers, even if the instance is reset.
        before._root = root;
        before._state.MoveTo(root);
        return before;
    }

    /// <summary>
    /// Returns a start function that sends the records of the start later. The start runs under a lock, and no service may be called under that lock.
    /// </summary>
    public Action Starting(Action start)
    {
        DateTime now = Now;
        return () =>
        {
            (_isStarting, _startedAt) = (true, now);
            start();
        };
    }

    /// <summary>Sends the records that <see cref="Starting"/> deferred.</summary>
    public void Flush()
    {
        if (_startedAt is { } startedAt)
        {
            _startedAt = null;
            Send(TrackingWorkflowEvent.Started, null, startedAt);
            SendStatus(_root, startedAt);
        }
    }

    public override void OnStatusChanged(Activity activity)
    {
        if (_isStarting)
        {
            _isStarting = false;
            return;
        }

        Flush();
        SendStatus(activity, Now);
    }

    public override void OnData(Activity activity, string? key, object data)
    {
        Flush();
        int? order = null;
        DateTime now = Now;
        foreach (TrackedChannel channel in _channels)
        {
            _runtime.Guard(
                () =>
                {
                    if (channel.Plan?.Match(activity, key, data) is { } points)
                    {
                        UserTrackingRecord record = RecordFactory.Data(activity, key, data, now, order ??= _state.Next());
                        points.ForEach(point => point.Fill(activity, record.Body, record.Annotations));
                        Deliver(channel, record);
                    }
                },
                _instanceId);
        }
    }

    public override void OnException(Exception exception, Activity source, Activity activity) =>
        Track(TrackingWorkflowEvent.Exception, RecordFactory.Exception(exception, activity, _origin.PathOf(exception, source)));

    /// <summary>Sends an event of the instance as a whole.</summary>
    public void Track(TrackingWorkflowEvent workflowEvent, EventArgs? arguments = null)
    {
        Flush();
        Send(workflowEvent, arguments, Now);
    }

    /// <summary>
    /// Sends the events of a save before the save, so that the work that a channel adds is committed with it. Also stores the data that a load needs.
    /// </summary>
    /// <param name="status">The status of the instance.</param>
    /// <param name="isSaved">True if there is a persistence service.</param>
    /// <param name="unlock">True if the instance leaves memory.</param>
    /// <param name="failure">The exception with which the instance ends, or null.</param>
    public void OnSaving(WorkflowStatus status, bool isSaved, bool unlock, Exception? failure)
    {
        bool isEnd = status is WorkflowStatus.Completed or WorkflowStatus.Terminated;
        if (isSaved && unlock && !isEnd)
        {
            Track(TrackingWorkflowEvent.Unloaded);
        }

        if (isEnd)
        {
            Track(
                status == WorkflowStatus.Completed ? TrackingWorkflowEvent.Completed : TrackingWorkflowEvent.Terminated,
                failure is null ? null : new TrackingWorkflowTerminatedEventArgs(failure));
            using IDisposable? environment = Enter();
            _channels.ForEach(channel => _runtime.Guard(channel.Channel.InstanceCompletedOrTerminated, _instanceId));
        }

        if (isSaved)
        {
            Track(TrackingWorkflowEvent.Persisted);
        }

        _state.Profiles = InstanceChannels.Describe(_channels);
    }

    /// <summary>Gets the profiles of this instance from the services again.</summary>
    public void Reload()
    {
        Flush();
        using IDisposable? environment = Enter();
        _services.Reload(_channels, _root, _state);
    }

    private void Send(TrackingWorkflowEvent workflowEvent, EventArgs? arguments, DateTime time)
    {
        int? order = null;
        foreach (TrackedChannel channel in _channels)
        {
            if (channel.Plan?.Matches(workflowEvent) == true)
            {
                WorkflowTrackingRecord record = new(workflowEvent, time, order ??= _state.Next(), arguments);
                record.Annotations.AddRange(channel.Plan.AnnotationsOf(workflowEvent));
                Deliver(channel, record);
            }
        }
    }

    private void SendStatus(Activity activity, DateTime time)
    {
        int? order = null;
        foreach (TrackedChannel channel in _channels)
        {
            // Conditions and values call application code: ToString and the getters of properties.
            _runtime.Guard(
                () =>
                {
                    if (channel.Plan?.Match(activity) is { } points)
                    {
                        ActivityTrackingRecord record = RecordFactory.Status(activity, time, order ??= _state.Next());
                        points.ForEach(point => point.Fill(activity, record.Body, record.Annotations));
                        Deliver(channel, record);
                    }
                },
                _instanceId);
        }
    }

    private void Deliver(TrackedChannel channel, TrackingRecord record)
    {
        using IDisposable? environment = Enter();
        _runtime.Guard(() => channel.Channel.Send(record), _instanceId);
    }

    /// <summary>Makes the pending work of the instance current on this thread, if it is not.</summary>
    private IDisposable? Enter() => WorkflowEnvironment.IsCurrent(_instanceId) ? null : WorkflowEnvironment.Enter(_instanceId, _batch);
}
