namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>
/// A description of a workflow from which any number of equal trees can be built. Specs are plain records: a generator makes
/// them, a shrinker makes them smaller, and they print as text. Places are named by an index into whatever is visible where
/// the tree is built, so a spec stays valid whatever is taken out of it.
/// </summary>
internal abstract record Spec
{
    public sealed override string ToString() => SpecText.Of(this);
}

/// <summary>A workflow, what happens to it from outside whenever it is idle, and its input.</summary>
internal sealed record CaseSpec(ActivitySpec Root, EventSpec[] Events, int Input) : Spec;

/// <summary>What happens at one idle point.</summary>
internal sealed record EventSpec(EventKind Kind, int Which) : Spec;

internal enum EventKind
{
    /// <summary>Something that is outstanding goes on: a bookmark is resumed, or an operation ends.</summary>
    Continue,

    Cancel,

    Abort,
}

/// <summary>What a user's code does beside its work.</summary>
internal enum Deed
{
    Nothing,
    ThrowA,

    /// <summary>An exception of a type derived from that of <see cref="ThrowA"/>.</summary>
    ThrowB,
    ThrowC,

    /// <summary>Asks the root to cancel, as the host does (rule 6.6).</summary>
    CancelWorkflow,

    /// <summary>Keeps the locations of its own arguments, which are read when the workflow has ended.</summary>
    KeepLocations,

    /// <summary>Keeps its context, which is tried when the workflow has ended.</summary>
    KeepContext,

    /// <summary>Changes its own in argument.</summary>
    ChangeInput,
}

internal enum FaultKind
{
    A,
    B,
    C,
}
