using System.Runtime.CompilerServices;
using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>Finds the program of a root, walking the tree at its first use (rule 12.3).</summary>
internal static class ProgramCache
{
    private static readonly ConditionalWeakTable<Activity, object> Gates = [];

    public static Program Of(Activity root) => root.FrozenProgram is Program program && root.Parent is null ? program : Freeze(root);

    private static Program Freeze(Activity root)
    {
        // The one lock that is held while user code runs: two first uses of one tree at the same time must not both number it.
        // The gate is private to the root, so only code that starts the same root from inside its own CacheMetadata could meet it,
        // and that is the same thread.
        lock (Gates.GetOrCreateValue(root))
        {
            if (root.FrozenProgram is Program program)
            {
                return root.Parent is null
                    ? program
                    : throw new InvalidOperationException(
                        $"'{root.DisplayName}' has become part of the tree of '{root.Walk?.Root.DisplayName}' and cannot run as a root of its own any more; "
                        + "run that root, or build the activity again.");
            }

            ProgramBuilder builder = new(root);
            program = builder.Build();
            if (builder.Errors.Any(error => !error.IsWarning))
            {
                throw new InvalidWorkflowException(ValidationReport.Render(builder.Errors));
            }

            root.FrozenProgram = program;
            return program;
        }
    }
}
