using Workflow.Definition;
using Workflow.Hosting;

namespace Workflow;

/// <summary>Draws definitions.</summary>
/// <remarks>Safe from any thread, except that no other thread may change or walk the same tree meanwhile.</remarks>
public static class WorkflowDiagram
{
    /// <summary>
    /// Draws a definition as a flowchart in the language of Mermaid, which GitHub, GitLab and many editors show. Each activity with children is a box around them. Expressions are not drawn. A tree that was not walked yet is
    /// walked and frozen first.
    /// </summary>
    /// <param name="root">The root, or an activity of a tree, of which only that part is drawn.</param>
    /// <param name="options">Marks and notes; null, the default, for none.</param>
    /// <returns>The text, with line feeds.</returns>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public static string ToMermaid(Activity root, WorkflowDiagramOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(root);
        Program program = FrozenDefinition.Around(root, out int number);
        return new MermaidWriter(program, options ?? new WorkflowDiagramOptions()).Write(program.Plans[number].Activity);
    }
}
