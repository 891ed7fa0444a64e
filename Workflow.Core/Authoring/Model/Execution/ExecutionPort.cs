using Workflow.Tracking;

namespace Workflow;

/// <summary>
/// The interface of the engine for contexts. Declared here and implemented by the class that executes, so that the programming model compiles without
/// the engine.
/// </summary>
internal abstract class ExecutionPort(BookmarkPort bookmarks, ScopePort scopes)
{
    /// <summary>The port for bookmarks. A field, not a property, because contexts read it in most of their members.</summary>
    public readonly BookmarkPort BookmarkPort = bookmarks;

    /// <summary>The port for scopes.</summary>
    public readonly ScopePort Scopes = scopes;

    /// <summary>The services of the host.</summary>
    public abstract InstanceServices Services { get; }

    public abstract ActivityInstance Schedule(
        ActivityInstance parent,
        Activity activity,
        CompletionKind kind,
        Delegate? onCompleted,
        FaultCallback? onFaulted,
        IDictionary<string, object?>? overrides);

    public abstract ActivityInstance ScheduleDelegate(
        ActivityInstance parent, ActivityDelegate activityDelegate, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted);

    /// <summary>Sends a record of an activity to the tracking participants of the host. Does nothing without participants.</summary>
    public abstract void Track(ActivityInstance instance, CustomTrackingRecord record);

    public abstract void BeginDefaultCancellation(ActivityInstance instance);

    public abstract void CancelChildren(ActivityInstance parent);

    public abstract void CancelChild(ActivityInstance parent, ActivityInstance child);

    public abstract IReadOnlyList<ActivityInstance> GetChildren(ActivityInstance parent);

    public abstract void AbortChild(ActivityInstance parent, ActivityInstance child, Exception? reason);

    public abstract void MarkCanceled(ActivityInstance instance);

    /// <summary>Ends the activity of the running method with an exception after the method has returned.</summary>
    public abstract void Fault(Exception exception);

    /// <summary>
    /// Like <see cref="Fault"/>, with an exception that was caught before. The activity that threw the exception first remains the reported source (rule 5.6).
    /// </summary>
    public abstract void Rethrow(Exception exception, Activity source, long sourceInstance);

    /// <summary>Aborts the workflow after the running work item (rule 6.1).</summary>
    public abstract void Abort(Exception? reason);

    /// <summary>Terminates the workflow after the running work item (rule 6.1).</summary>
    public abstract void Terminate(Exception reason);
}
