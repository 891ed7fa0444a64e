using Workflow.Data;

namespace Workflow;

/// <summary>The part of the execution port for scopes: execution properties, no-persist zones and secondary roots.</summary>
internal abstract class ScopePort
{
    /// <summary>Adds an execution property (rule 9.2).</summary>
    public abstract void AddProperty(ActivityInstance owner, string name, object property, bool onlyVisibleToPublicChildren);

    public abstract bool RemoveProperty(ActivityInstance owner, string name);

    /// <summary>Returns the innermost property with a name that is visible to an instance; null if there is none.</summary>
    public abstract object? FindProperty(ActivityInstance observer, string name);

    /// <summary>Returns the properties that are visible to an instance, the innermost first.</summary>
    public abstract IReadOnlyList<KeyValuePair<string, object>> GetProperties(ActivityInstance observer);

    public abstract void EnterNoPersist(ActivityInstance zone);

    public abstract void ExitNoPersist(ActivityInstance zone);

    /// <summary>Requests a save of the instance as soon as the instance can be saved. The requester waits for the save (rule 7.3).</summary>
    public abstract void RequestSave(ActivityInstance requester);

    /// <summary>Schedules an instance without a parent. The workflow does not complete before that instance has ended (rule 11.1).</summary>
    public abstract ActivityInstance ScheduleSecondaryRoot(ActivityInstance scheduler, Activity activity, LocationEnvironment? scope, object? state);

    /// <summary>Returns the state of the secondary root that is the instance or its ancestor; null below the workflow's root.</summary>
    public abstract object? StateOf(ActivityInstance observer);

    /// <summary>The work that continues after the root has ended; null if no activity has set it.</summary>
    public abstract RootContinuation? RootContinuation { get; set; }
}
