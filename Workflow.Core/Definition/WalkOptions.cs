using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>Options of a walk over a tree. Immutable, so one object serves all runs.</summary>
internal sealed class WalkOptions
{
    /// <summary>Runs constraints. Null if no constraint is evaluated.</summary>
    public ConstraintRunner? Runner { get; init; }

    /// <summary>True if the walk is for a run, which sets argument properties that are null (rule 12.8).</summary>
    public bool IsForRun { get; init; }

    /// <summary>The symbols of the host around the root; null for none.</summary>
    public LocationReferenceEnvironment? Environment { get; init; }

    /// <summary>True if only the root is checked.</summary>
    public bool RootOnly { get; init; }

    /// <summary>True if the arguments and constraints of the root itself are not checked.</summary>
    public bool SkipsRoot { get; init; }

    /// <summary>True if only the results of additional constraints are reported.</summary>
    public bool AdditionalConstraintsOnly { get; init; }

    /// <summary>Additional constraints by type of activity; null for none.</summary>
    public IReadOnlyDictionary<Type, IList<Constraint>>? AdditionalConstraints { get; init; }

    public CancellationToken CancellationToken { get; init; }
}
