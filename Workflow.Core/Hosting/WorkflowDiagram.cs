using Workflow.Definition;
using Workflow.Hosting;

namespace Workflow;

/// <summary>Draws definitions.</summary>
/// <remarks>Thread-safe, except that no other thread may change or walk the same tree at the same time.</remarks>
public static class WorkflowDiagram
{
    /// <summary>
    /// Draws a definition as a flowchart in the Mermaid language, which GitHub, GitLab and many editors render. Each activity with children is a box around
    /// them. Expressions are not drawn. A tree that was not walked before is walked and frozen first.
    /// </summary>
    /// <param name="root">The root, or an activity of a tree, of which only the part below it is drawn.</param>
    /// <param name="options">The marks and notes; null, the default, for none.</param>
    /// <returns>The Mermaid text, with line feeds as line ends.</returns>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public static string ToMermaid(Activity root, WorkflowDiagramOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(root);
        Program program = FrozenDefinition.Around(root, out int number);
        return new MermaidWriter(program, options ?? new WorkflowDiagramOptions()).Write(program.Plans[number].Activity);
    }
}
