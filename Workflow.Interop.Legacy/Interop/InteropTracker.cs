extern alias WorkflowCore;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Tracking;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Tracking;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;
using LegacyRecord = Workflow.Interop.Legacy.Runtime.Tracking.TrackingRecord;

namespace Workflow.Interop.Legacy;

/// <summary>Sends the tracking data of the activities of one run to the tracking participants of the host. Used by the thread of the workflow.</summary>
internal sealed class InteropTracker(ActivityExecutor executor, InteropHost host) : TrackingPort
{
    private readonly ExceptionOrigin _origin = new();
    private readonly TrackingState _state = TrackingState.Of(executor.Root);

    private DateTime Now => host.Time.GetUtcNow().UtcDateTime;

    /// <summary>
    /// Returns the tracker of a run; null if the host has no tracking participant, or if the context cannot send records, as during an abort.
    /// </summary>
    public static TrackingPort? For(ActivityContext context, ActivityExecutor executor, InteropHost host) =>
        context is NativeActivityContext && context.GetExtension<TrackingParticipant>() is not null
            ? executor.Tracking ?? new InteropTracker(executor, host)
            : null;

    public override void OnStatusChanged(LegacyActivity activity)
    {
        ActivityTrackingRecord record = RecordFactory.Status(activity, Now, _state.Next());
        Send(record, record.QualifiedName, ("status", record.ExecutionStatus.ToString()));
    }

    public override void OnData(LegacyActivity activity, string? key, object data)
    {
        UserTrackingRecord record = RecordFactory.Data(activity, key, data, Now, _state.Next());
        Send(record, record.QualifiedName, ("key", key), ("data", data));
    }

    public override void OnException(Exception exception, LegacyActivity source, LegacyActivity activity)
    {
        TrackingWorkflowExceptionEventArgs arguments = RecordFactory.Exception(exception, activity, _origin.PathOf(exception, source));
        Send(
            new WorkflowTrackingRecord(TrackingWorkflowEvent.Exception, Now, _state.Next(), arguments),
            arguments.CurrentActivityPath,
            ("exception", exception));
    }

    private void Send(LegacyRecord record, string? activity, params ReadOnlySpan<(string Name, object? Value)> data)
    {
        if (host.Context is not NativeActivityContext context)
        {
            return;
        }

        InteropTrackingRecord wrapped = new(executor.Root.QualifiedName, record);
        wrapped.Data["activity"] = activity;
        foreach ((string name, object? value) in data)
        {
            wrapped.Data[name] = value;
        }

        context.Track(wrapped);
    }
}
