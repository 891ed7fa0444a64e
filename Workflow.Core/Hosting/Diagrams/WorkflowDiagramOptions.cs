namespace Workflow;

/// <summary>Options of <see cref="WorkflowDiagram"/>. Immutable.</summary>
public sealed class WorkflowDiagramOptions
{
    /// <summary>Determines the activities that are marked, for example those that an instance is executing; null, the default, for none.</summary>
    public Func<Activity, bool>? IsMarked { get; init; }

    /// <summary>Returns a text below the name of an activity, for example how often it ran; null, the default, or a null text for none.</summary>
    public Func<Activity, string?>? Note { get; init; }
}
