namespace Workflow.Runtime.State;

/// <summary>The progress of an activity instance, which the engine changes in each step.</summary>
/// <remarks>
/// A class between <see cref="ActivityInstance"/> and <see cref="Frame"/>, because the fields of a base class come before those of a derived class: so these
/// fields are next to those that contexts read, and a step accesses two cache lines instead of four.
/// </remarks>
internal abstract class FrameProgress : ActivityInstance
{
    /// <summary>The activity's number in the program.</summary>
    public int Number;

    public int ChildCount;

    /// <summary>
    /// The number of blocking bookmarks, queued resumptions, asynchronous operations and queued steps. The instance is not complete before the number is 0.
    /// </summary>
    public int PendingWork;

    public CompletionKind CompletionKind;

    /// <summary>The result of the last child, for the step program.</summary>
    public bool LastResult;

    public InstanceStage Stage;

    public InstanceFlags Flags;

    internal override bool FillsArguments => Stage == InstanceStage.ResolvingArguments;

    internal override void Expose() => Flags |= InstanceFlags.IsExposed;
}
