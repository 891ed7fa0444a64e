using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>What a walk over a tree does besides walking. Immutable, so one object serves all runs.</summary>
internal sealed class WalkOptions
{
    /// <summary>Runs constraints; null: none is evaluated.</summary>
    public ConstraintRunner? Runner { get; init; }

    /// <summary>Whether the walk is for a run, which fills argument properties that are null (rule 12.8).</summary>
    public bool IsForRun { get; init; }

    /// <summary>What the host makes visible around the root; null for nothing.</summary>
    public LocationReferenceEnvironment? Environment { get; init; }

    /// <summary>Whether only the root is looked at.</summary>
    public bool RootOnly { get; init; }

    /// <summary>Whether the root's own arguments and constraints are left out.</summary>
    public bool SkipsRoot { get; init; }

    /// <summary>Whether only what additional constraints say is reported.</summary>
    public bool AdditionalConstraintsOnly { get; init; }

    /// <summary>Constraints by type of activity; null for none.</summary>
    public IReadOnlyDictionary<Type, IList<Constraint>>? AdditionalConstraints { get; init; }

    public CancellationToken CancellationToken { get; init; }
}
