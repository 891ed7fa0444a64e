using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Sends the records of one instance to the channels of the services. Only the thread that runs the instance uses it.</summary>
internal sealed class InstanceTracker : TrackingPort
{
    private readonly ExecutorHost _host;
    private readonly Guid _instanceId;
    private readonly WorkBatch _batch;
    private readonly TrackingState _state;
    private readonly InstanceChannels _services;
    private readonly List<TrackedChannel> _channels;
    private readonly ExceptionOrigin _origin = new();
    private Activity _root;

    private InstanceTracker(IReadOnlyList<TrackingChannelSource> sources, ActivityExecutor executor, WorkBatch batch)
    {
        (_host, _root, _instanceId, _batch) = (executor.Host, executor.Root, executor.InstanceId, batch);
        _state = TrackingState.Of(_root);
        _services = new InstanceChannels(sources, _host, _instanceId);
        using IDisposable? environment = Enter();
        _channels = _services.Open(_root, _state);
    }

    private DateTime Now => _host.Time.GetUtcNow().UtcDateTime;

    /// <summary>Returns the tracker of an executor; null if the instance is not tracked.</summary>
    public static InstanceTracker? Of(RuntimePort? executor) => executor?.Tracking as InstanceTracker;

    /// <summary>Tracks an instance if there are tracking services.</summary>
    /// <param name="before">The tracker of the previous tree if the instance was reset to an earlier state; null if the instance is new or loaded.</param>
    /// <param name="sources">The tracking services.</param>
    /// <param name="executor">The executor of the instance.</param>
    /// <param name="batch">The pending work of the instance.</param>
    public static InstanceTracker? Attach(InstanceTracker? before, IReadOnlyList<TrackingChannelSource> sources, ActivityExecutor executor, WorkBatch batch)
    {
        if (sources.Count == 0)
        {
            return null;
        }

        if (before is null)
        {
            return new InstanceTracker(sources, executor, batch);
        }

        // Records that were already sent keep their numbers, even if the instance is reset.
        before._root = executor.Root;
        before._state.MoveTo(executor.Root);
        return before;
    }

    public override void OnStatusChanged(Activity activity)
    {
        int? order = null;
        DateTime now = Now;
        foreach (TrackedChannel channel in _channels)
        {
            // Conditions and values call application code: ToString and the getters of properties.
            _host.Guard(
                () =>
                {
                    if (channel.Plan?.Match(activity) is { } points)
                    {
                        ActivityTrackingRecord record = RecordFactory.Status(activity, now, order ??= _state.Next());
                        points.ForEach(point => point.Fill(activity, record.Body, record.Annotations));
                        Deliver(channel, record);
                    }
                },
                _instanceId);
        }
    }

    public override void OnData(Activity activity, string? key, object data)
    {
        int? order = null;
        DateTime now = Now;
        foreach (TrackedChannel channel in _channels)
        {
            _host.Guard(
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
        int? order = null;
        DateTime now = Now;
        foreach (TrackedChannel channel in _channels)
        {
            if (channel.Plan?.Matches(workflowEvent) == true)
            {
                WorkflowTrackingRecord record = new(workflowEvent, now, order ??= _state.Next(), arguments);
                record.Annotations.AddRange(channel.Plan.AnnotationsOf(workflowEvent));
                Deliver(channel, record);
            }
        }
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
            _channels.ForEach(channel => _host.Guard(channel.Channel.InstanceCompletedOrTerminated, _instanceId));
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
        using IDisposable? environment = Enter();
        _services.Reload(_channels, _root, _state);
    }

    private void Deliver(TrackedChannel channel, TrackingRecord record)
    {
        using IDisposable? environment = Enter();
        _host.Guard(() => channel.Channel.Send(record), _instanceId);
    }

    /// <summary>Makes the pending work of the instance current on this thread, if it is not.</summary>
    private IDisposable? Enter() => WorkflowEnvironment.IsCurrent(_instanceId) ? null : WorkflowEnvironment.Enter(_instanceId, _batch);
}
