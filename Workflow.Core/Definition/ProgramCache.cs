using System.Runtime.CompilerServices;
using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>Returns the program of a root. Walks the tree at the first use (rule 12.3).</summary>
internal static class ProgramCache
{
    // The only locks that are held while user code runs: two concurrent walks over one tree must not both number it. Each root has its own lock.
    // Code that starts the same root from its own CacheMetadata does not wait, because it is on the thread that holds the lock.
    private static readonly ConditionalWeakTable<Activity, object> Gates = [];

    public static Program Of(Activity root, WalkOptions options) =>
        root.FrozenProgram is Program program && root.Parent is null ? program : Freeze(root, options);

    /// <summary>Walks the tree again, even if it was frozen. If a walk for a run finds no errors, the first run uses its program.</summary>
    /// <exception cref="InvalidOperationException">The tree has run.</exception>
    public static IReadOnlyList<ValidationError> Walk(Activity root, WalkOptions options)
    {
        lock (Gates.GetOrCreateValue(root))
        {
            ThrowIfRun(root);
            root.FrozenProgram = null;
            ProgramBuilder builder = new(root, options);
            try
            {
                Program program = builder.Build();
                IReadOnlyList<ValidationError> report = builder.Report();
                if (options.IsForRun && !HasErrors(report))
                {
                    root.FrozenProgram = program;
                }

                return report;
            }
            finally
            {
                builder.End();
            }
        }
    }

    /// <exception cref="InvalidWorkflowException">The report contains errors.</exception>
    public static void ThrowIfInvalid(IReadOnlyList<ValidationError> report)
    {
        if (HasErrors(report))
        {
            throw new InvalidWorkflowException(ValidationReport.Render(report));
        }
    }

    private static Program Freeze(Activity root, WalkOptions options)
    {
        lock (Gates.GetOrCreateValue(root))
        {
            if (root.FrozenProgram is Program program)
            {
                return root.Parent is null
                    ? program
                    : throw new InvalidOperationException(
                        $"'{root.DisplayName}' has become a part of {root.Parent.DescribePosition()} and cannot run as a root of its own any more; "
                        + "run that root, or build the activity again.");
            }

            ProgramBuilder builder = new(root, options);
            try
            {
                program = builder.Build();
                ThrowIfInvalid(builder.Report());
                root.FrozenProgram = program;
                return program;
            }
            finally
            {
                builder.End();
            }
        }
    }

    private static bool HasErrors(IReadOnlyList<ValidationError> report) => report.Any(error => !error.IsWarning);

    private static void ThrowIfRun(Activity root)
    {
        if (root.FrozenProgram is Program { HasRun: true })
        {
            throw new InvalidOperationException($"'{root.DisplayName}' has run, so its definition is fixed; build the tree again to walk it again.");
        }

        if (root.Walk is { } walk && walk.Root != root && walk.Root.FrozenProgram is Program { HasRun: true } other && other.TryFind(root, out _))
        {
            throw new InvalidOperationException(
                $"'{root.DisplayName}' is part of the tree of '{walk.Root.DisplayName}', which has run; build the activity again to walk it by itself.");
        }
    }
}
