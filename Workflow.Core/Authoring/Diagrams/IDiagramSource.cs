namespace Workflow;

/// <summary>
/// An activity that determines the way in which <see cref="WorkflowDiagram"/> draws its contents. The children of other activities are drawn side by side.
/// </summary>
public interface IDiagramSource
{
    /// <summary>
    /// Adds the children, in the order in which they are drawn, and the lines between them. The method must not change the activity, because its definition
    /// is frozen.
    /// </summary>
    /// <param name="diagram">The empty drawing.</param>
    void Draw(ActivityDiagram diagram);
}
