namespace Workflow.Runtime.Snapshots;

/// <summary>An item that has a value, as an error message names it.</summary>
/// <param name="Kind">The kind of the item, such as an argument, a variable or an execution property.</param>
/// <param name="Name">The name of the item.</param>
/// <param name="Activity">The activity that the item belongs to; null if it belongs to the workflow instance.</param>
internal readonly record struct ItemName(string Kind, string Name, Activity? Activity)
{
    public override string ToString() => $"{Kind} '{Name}' of {(Activity is null ? "the instance" : $"'{Activity.DisplayName}' ({Activity.Id})")}";
}
