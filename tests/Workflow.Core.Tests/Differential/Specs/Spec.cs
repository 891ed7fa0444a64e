namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>
/// A description of a workflow from which any number of equal trees can be built. Specs are plain records: a generator creates them, a shrinker reduces
/// them, and they print as text. A spec refers to a location by an index into the locations that are visible at that point of the tree, so a spec stays
/// valid if parts of it are removed.
/// </summary>
internal abstract record Spec
{
    public sealed override string ToString() => SpecText.Of(this);
}

/// <summary>A workflow, the events from outside at its idle points, and its input.</summary>
internal sealed record CaseSpec(ActivitySpec Root, EventSpec[] Events, int Input) : Spec;

/// <summary>The event at one idle point.</summary>
internal sealed record EventSpec(EventKind Kind, int Which) : Spec;

internal enum EventKind
{
    /// <summary>Continues something outstanding: a bookmark is resumed, or an operation ends.</summary>
    Continue,

    Cancel,

    Abort,
}

/// <summary>The side effects of user code.</summary>
internal enum Deed
{
    Nothing,
    ThrowA,

    /// <summary>An exception of a type derived from that of <see cref="ThrowA"/>.</summary>
    ThrowB,
    ThrowC,

    /// <summary>Asks the root to cancel, as the host does (rule 6.6).</summary>
    CancelWorkflow,

    /// <summary>Keeps the locations of its own arguments; the test reads them after the end of the workflow.</summary>
    KeepLocations,

    /// <summary>Keeps its context; the test uses it after the end of the workflow.</summary>
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
