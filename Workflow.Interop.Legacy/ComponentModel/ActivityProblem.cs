using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A validation problem of an activity.</summary>
/// <param name="Text">The predicate of a sentence whose subject is the activity.</param>
/// <param name="Number">The WF3 number for the kind of problem; 0 if there is none.</param>
/// <param name="Property">The name of the property that has the problem, or null.</param>
internal readonly record struct ActivityProblem(string Text, int Number = 0, string? Property = null)
{
    public static implicit operator ActivityProblem(string text) => new(text);

    public static ActivityProblem NotSet(string property, string text) => new(text, ErrorNumbers.PropertyNotSet, property);
}
