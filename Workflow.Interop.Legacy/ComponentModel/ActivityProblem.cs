using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What is wrong with an activity.</summary>
/// <param name="Text">The end of a sentence that begins with the activity.</param>
/// <param name="Number">The number of WF3 for the kind of problem; 0 if it has none.</param>
/// <param name="Property">The property, or null.</param>
internal readonly record struct ActivityProblem(string Text, int Number = 0, string? Property = null)
{
    public static implicit operator ActivityProblem(string text) => new(text);

    public static ActivityProblem NotSet(string property, string text) => new(text, ErrorNumbers.PropertyNotSet, property);
}
