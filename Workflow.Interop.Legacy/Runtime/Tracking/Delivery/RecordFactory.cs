using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Creates records of the current state of activities.</summary>
internal static class RecordFactory
{
    public static ActivityTrackingRecord Status(Activity activity, DateTime time, int order)
    {
        (Guid own, Guid parent) = TrackingState.ContextsOf(activity);
        return new ActivityTrackingRecord(activity.GetType(), activity.QualifiedName, own, parent, activity.ExecutionStatus, time, order, null);
    }

    public static UserTrackingRecord Data(Activity activity, string? key, object data, DateTime time, int order)
    {
        (Guid own, Guid parent) = TrackingState.ContextsOf(activity);
        return new UserTrackingRecord(activity.GetType(), activity.QualifiedName, own, parent, time, order, key, data);
    }

    public static TrackingWorkflowExceptionEventArgs Exception(Exception exception, Activity activity, string originalPath)
    {
        (Guid own, Guid parent) = TrackingState.ContextsOf(activity);
        return new TrackingWorkflowExceptionEventArgs(exception, activity.QualifiedName, originalPath, own, parent);
    }
}

/// <summary>Stores the origin of the last exception. Activities that receive the same exception one after the other have the same origin.</summary>
internal sealed class ExceptionOrigin
{
    private Exception? _exception;
    private string _path = string.Empty;

    public string PathOf(Exception exception, Activity source)
    {
        if (!ReferenceEquals(exception, _exception))
        {
            (_exception, _path) = (exception, source.QualifiedName);
        }

        return _path;
    }
}
