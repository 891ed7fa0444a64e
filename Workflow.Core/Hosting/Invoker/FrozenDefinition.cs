using Workflow.Definition;

namespace Workflow.Hosting;

/// <summary>Returns the programs of definitions. The first use walks a definition, with the options of hosts.</summary>
internal static class FrozenDefinition
{
    /// <summary>The options of a walk for a run.</summary>
    private static readonly WalkOptions ForRun = new() { Runner = ConstraintRun.Instance, IsForRun = true };

    /// <summary>The options of the walk of a constraint: no constraints are run on its own activities (rule 12.4).</summary>
    private static readonly WalkOptions ForConstraint = new() { IsForRun = true };

    /// <summary>Returns the program of a root. The first use walks the definition, in which the symbols of the host's resolver are visible.</summary>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public static Program Of(Activity root, WorkflowInstanceExtensionManager? extensions = null) =>
        root.FrozenProgram is Program program && root.Parent is null ? program : ProgramCache.Of(root, OptionsWith(extensions));

    public static Program OfConstraint(Activity constraint) => ProgramCache.Of(constraint, ForConstraint);

    /// <summary>Returns the options of a walk for a run, with an environment that the host makes visible.</summary>
    public static WalkOptions With(LocationReferenceEnvironment? environment) =>
        environment is null ? ForRun : new WalkOptions { Runner = ConstraintRun.Instance, IsForRun = true, Environment = environment };

    /// <summary>Returns the program that contains an activity, as the root or somewhere in the tree.</summary>
    public static Program Around(Activity activity, out int number)
    {
        Program program = Of(activity.Walk?.Root ?? activity);
        if (!program.TryFind(activity, out number))
        {
            // The activity was removed from that tree after the last walk.
            program = Of(activity);
            number = 0;
        }

        return program;
    }

    private static WalkOptions OptionsWith(WorkflowInstanceExtensionManager? extensions) =>
        With(extensions?.Singletons.Select(singleton => singleton.Extension).OfType<SymbolResolver>().FirstOrDefault()?.AsLocationReferenceEnvironment());
}
