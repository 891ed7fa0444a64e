namespace Workflow;

/// <summary>Options of <see cref="WorkflowDiagram"/>. Immutable.</summary>
public sealed class WorkflowDiagramOptions
{
    /// <summary>Returns true for the activities to mark, for example those that an instance is executing; null, the default, to mark none.</summary>
    public Func<Activity, bool>? IsMarked { get; init; }

    /// <summary>
    /// Returns a text to write below the name of an activity, for example how often it ran. Null, the default, for no texts; a null text is omitted.
    /// </summary>
    public Func<Activity, string?>? Note { get; init; }
}
