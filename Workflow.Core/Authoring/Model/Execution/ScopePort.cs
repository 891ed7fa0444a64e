using Workflow.Data;

namespace Workflow;

/// <summary>The part of the port that is about scopes: execution properties, no-persist zones and secondary roots.</summary>
internal abstract class ScopePort
{
    /// <summary>Adds an execution property (rule 9.2).</summary>
    public abstract void AddProperty(ActivityInstance owner, string name, object property, bool onlyVisibleToPublicChildren);

    public abstract bool RemoveProperty(ActivityInstance owner, string name);

    /// <summary>The innermost property of a name that an instance sees; null for none.</summary>
    public abstract object? FindProperty(ActivityInstance observer, string name);

    /// <summary>What an instance sees, the innermost first.</summary>
    public abstract IReadOnlyList<KeyValuePair<string, object>> GetProperties(ActivityInstance observer);

    public abstract void EnterNoPersist(ActivityInstance zone);

    public abstract void ExitNoPersist(ActivityInstance zone);

    /// <summary>Saves the instance as soon as it can be saved, while the requester waits (rule 7.3).</summary>
    public abstract void RequestSave(ActivityInstance requester);

    /// <summary>Schedules an instance without a parent; the workflow completes only when it has ended too (rule 11.1).</summary>
    public abstract ActivityInstance ScheduleSecondaryRoot(ActivityInstance scheduler, Activity activity, LocationEnvironment? scope, object? state);

    /// <summary>What the secondary root around an instance was scheduled with; null below the workflow's root.</summary>
    public abstract object? StateOf(ActivityInstance observer);

    /// <summary>Goes on after the root has ended; null when no activity asked for it.</summary>
    public abstract RootFollower? Follower { get; set; }
}
