using System.Globalization;

namespace Workflow.Tracking;

/// <summary>The activity instance that a record is about. Immutable and thread-safe; copies of a record share it.</summary>
public sealed class ActivityInfo
{
    private readonly TrackedActivity _activity;
    private readonly long _run;

    /// <summary>Created on first use: most records are dropped or counted without a use of their text.</summary>
    private string? _instanceId;

    /// <summary>Creates a description. The engine creates the descriptions in its records itself.</summary>
    /// <param name="name">The activity's display name.</param>
    /// <param name="id">The activity's id in its definition, such as "1.2" (rule 12.1).</param>
    /// <param name="instanceId">The id of the run, unique in the workflow instance.</param>
    /// <param name="typeName">The full name of the activity's type.</param>
    /// <exception cref="ArgumentException">A parameter is null, or a parameter other than the name is empty.</exception>
    public ActivityInfo(string name, string id, string instanceId, string typeName)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentException.ThrowIfNullOrEmpty(id);
        ArgumentException.ThrowIfNullOrEmpty(instanceId);
        ArgumentException.ThrowIfNullOrEmpty(typeName);
        _activity = new TrackedActivity(name, id, typeName);
        _instanceId = instanceId;
    }

    internal ActivityInfo(TrackedActivity activity, long run)
    {
        _activity = activity;
        _run = run;
    }

    /// <summary>The activity's display name.</summary>
    public string Name => _activity.Name;

    /// <summary>The activity's id in its definition, such as "1.2" (rule 12.1).</summary>
    public string Id => _activity.Id;

    /// <summary>The id of the run, unique in the workflow instance: "1", "2" and so on, in the order of scheduling (rule 1.8).</summary>
    public string InstanceId => _instanceId ??= _run.ToString(CultureInfo.InvariantCulture);

    /// <summary>The full name of the activity's type.</summary>
    public string TypeName => _activity.TypeName;

    /// <summary>True if this object describes the activity instance.</summary>
    internal bool IsAbout(TrackedActivity activity, long run) => _run == run && ReferenceEquals(_activity, activity);

    /// <inheritdoc/>
    public override string ToString() => $"Name={Name}, ActivityId = {Id}, ActivityInstanceId = {InstanceId}, TypeName={TypeName}";
}
