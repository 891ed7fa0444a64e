namespace Workflow;

/// <summary>An activity that determines how <see cref="WorkflowDiagram"/> draws its inside. The children of other activities are drawn side by side.</summary>
public interface IDiagramSource
{
    /// <summary>Adds the children, in the order in which they are drawn, and the lines between them. It must not change the activity, whose definition is frozen.</summary>
    /// <param name="diagram">The empty drawing.</param>
    void Draw(ActivityDiagram diagram);
}
