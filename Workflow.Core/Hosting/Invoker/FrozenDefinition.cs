using Workflow.Definition;

namespace Workflow.Hosting;

/// <summary>The program of a definition, which is walked at its first use with all that a host brings to a walk.</summary>
internal static class FrozenDefinition
{
    /// <summary>A walk for a run.</summary>
    private static readonly WalkOptions ForRun = new() { Runner = ConstraintRun.Instance, IsForRun = true };

    /// <summary>The constraints of what a constraint consists of are not looked at (rule 12.4).</summary>
    private static readonly WalkOptions ForConstraint = new() { IsForRun = true };

    /// <summary>The program of a root; the first use walks it, with the symbols of the host's resolver in sight.</summary>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public static Program Of(Activity root, WorkflowInstanceExtensionManager? extensions = null) =>
        root.FrozenProgram is Program program && root.Parent is null ? program : ProgramCache.Of(root, OptionsWith(extensions));

    public static Program OfConstraint(Activity constraint) => ProgramCache.Of(constraint, ForConstraint);

    /// <summary>A walk for a run with what the host makes visible.</summary>
    public static WalkOptions With(LocationReferenceEnvironment? environment) =>
        environment is null ? ForRun : new WalkOptions { Runner = ConstraintRun.Instance, IsForRun = true, Environment = environment };

    /// <summary>The program that an activity is part of, as root or somewhere in a tree.</summary>
    public static Program Around(Activity activity, out int number)
    {
        Program program = Of(activity.Walk?.Root ?? activity);
        if (!program.TryFind(activity, out number))
        {
            // It left that tree since the last walk.
            program = Of(activity);
            number = 0;
        }

        return program;
    }

    private static WalkOptions OptionsWith(WorkflowInstanceExtensionManager? extensions) =>
        With(extensions?.Singletons.Select(singleton => singleton.Extension).OfType<SymbolResolver>().FirstOrDefault()?.AsLocationReferenceEnvironment());
}
