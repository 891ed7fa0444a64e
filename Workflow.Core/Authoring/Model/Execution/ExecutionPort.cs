using Workflow.Tracking;

namespace Workflow;

/// <summary>
/// What the contexts need from the run time. Declared here and implemented by the one class that executes, so that
/// everything an author writes against compiles without it.
/// </summary>
internal abstract class ExecutionPort
{
    public abstract Guid WorkflowInstanceId { get; }

    public abstract object? GetExtension(Type type);

    /// <summary>What the definition makes visible to an activity, its own public variables included.</summary>
    public abstract LocationReferenceEnvironment ScopeOf(ActivityInstance instance);

    public abstract ActivityInstance Schedule(
        ActivityInstance parent,
        Activity activity,
        CompletionKind kind,
        Delegate? onCompleted,
        FaultCallback? onFaulted,
        IDictionary<string, object?>? overrides);

    public abstract ActivityInstance ScheduleDelegate(
        ActivityInstance parent, ActivityDelegate activityDelegate, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted);

    /// <summary>Hands a record of an activity over to the tracking participants of the host; does nothing when there are none.</summary>
    public abstract void Track(ActivityInstance instance, CustomTrackingRecord record);

    public abstract void BeginDefaultCancellation(ActivityInstance instance);

    public abstract void CancelChildren(ActivityInstance parent);

    public abstract void CancelChild(ActivityInstance parent, ActivityInstance child);

    public abstract IReadOnlyList<ActivityInstance> GetChildren(ActivityInstance parent);

    public abstract void AbortChild(ActivityInstance parent, ActivityInstance child, Exception? reason);

    public abstract void MarkCanceled(ActivityInstance instance);

    /// <summary>Ends the running method's activity with an exception once the method returned.</summary>
    public abstract void Fault(Exception exception);

    /// <summary>As <see cref="Fault"/>, with an exception that was caught before: the activity that threw it first stays the reported source (rule 5.6).</summary>
    public abstract void Rethrow(Exception exception, Activity source, long sourceInstance);

    /// <summary>Aborts the workflow after the running item (rule 6.1).</summary>
    public abstract void Abort(Exception? reason);

    /// <summary>Terminates the workflow after the running item (rule 6.1).</summary>
    public abstract void Terminate(Exception reason);

    /// <summary>What an instance waits for.</summary>
    public abstract BookmarkPort BookmarkPort { get; }

    /// <summary>What an instance has around it.</summary>
    public abstract ScopePort Scopes { get; }
}
