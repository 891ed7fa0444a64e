using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The tracking data of an instance, stored on the root activity. The fields are saved with the instance.</summary>
[Serializable]
internal sealed class TrackingState
{
    private static readonly DependencyProperty StateProperty = DependencyProperty.RegisterAttached("State", typeof(TrackingState), typeof(TrackingState));
    private int _order;
    private Guid _callerInstanceId;
    private Guid _callerContextGuid;
    private Guid _callerParentContextGuid;
    private string[]? _callPath;
    private string[]? _profiles;

    /// <summary>
    /// The profiles of the services, as three strings for each: the name of the service, the version or an empty string, and a mark if the profile belongs only
    /// to the instance.
    /// </summary>
    public string[] Profiles
    {
        get => _profiles is { } profiles && profiles.Length % 3 == 0 && Array.TrueForAll(profiles, static text => text is not null) ? profiles : [];
        set => _profiles = value;
    }

    /// <summary>Returns the tracking data of an instance; null if it has none.</summary>
    public static TrackingState? Find(Activity root) => (TrackingState?)root.GetValue(StateProperty);

    public static TrackingState Of(Activity root)
    {
        if (Find(root) is { } found)
        {
            return found;
        }

        TrackingState state = new();
        state.MoveTo(root);
        return state;
    }

    /// <summary>Records the activity of another instance that starts this instance.</summary>
    public static void SetCaller(Activity root, Activity caller)
    {
        TrackingState state = Of(root);
        Activity callerRoot = caller.RootActivity;
        state._callerInstanceId = callerRoot.Runtime.Port!.InstanceId;
        state._callPath = [.. Find(callerRoot)?._callPath ?? [], caller.QualifiedName];
        (state._callerContextGuid, state._callerParentContextGuid) = ContextsOf(caller);
    }

    /// <summary>Returns the ids of the execution contexts of an activity and of its parent.</summary>
    public static (Guid Own, Guid Parent) ContextsOf(Activity activity)
    {
        Guid own = ContextOf(activity);
        return (own, activity.Parent is { } parent ? ContextOf(parent) : own);
    }

    /// <summary>Returns the number of the next record. A negative number from damaged state counts as 0.</summary>
    public int Next() => _order = Math.Max(_order, 0) is var last && last < int.MaxValue ? last + 1 : last;

    public void MoveTo(Activity root) => root.State.Set(StateProperty, this);

    public TrackingParameters Describe(Activity root, Guid instanceId) =>
        new(instanceId, root.GetType(), root, [.. _callPath ?? []], _callerInstanceId, ContextOf(root), _callerContextGuid, _callerParentContextGuid);

    private static Guid ContextOf(Activity activity) => (Guid)activity.ContextRoot.GetValue(Activity.ActivityContextGuidProperty)!;
}
