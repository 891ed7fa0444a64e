using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Where a value lies that cannot be saved or read.</summary>
/// <param name="What">Argument, variable, execution property.</param>
/// <param name="Name">Its name.</param>
/// <param name="Activity">Whose it is; null: of the instance.</param>
internal readonly record struct SavedPlace(string What, string Name, Activity? Activity)
{
    private string Owner => Activity is null ? "the instance" : $"'{Activity.DisplayName}' ({Activity.Id})";

    public SnapshotException CannotSave(object value, string reason, Exception? inner = null) => new(
        $"The {What} '{Name}' of {Owner} cannot be saved: it holds a value of type '{value.GetType()}', and {reason}.", Name, Activity?.DisplayName, inner);

    public SnapshotException CannotRead(string reason, Exception? inner = null) => new(
        $"The snapshot cannot be read: the {What} '{Name}' of {Owner} {reason}.", Name, Activity?.DisplayName, inner);
}
