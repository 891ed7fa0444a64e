namespace Workflow.Runtime.State;

/// <summary>Status bits of an activity instance.</summary>
[Flags]
internal enum InstanceFlags : byte
{
    None = 0,

    /// <summary>Code of the application may refer to the object, so it is not reused for another instance.</summary>
    IsExposed = 1,

    /// <summary>The default <c>Cancel</c> has run, so no further activity is scheduled (rule 3.2).</summary>
    DefaultCancellation = 2,

    /// <summary>The instance ends as <see cref="ActivityInstanceState.Canceled"/>.</summary>
    MarkedCanceled = 4,

    /// <summary>An expression did not close, so the body must not run (rule 4.12).</summary>
    InitializationIncomplete = 8,

    /// <summary>The instance is a temporary frame that is not linked to its parent.</summary>
    IsInlineFrame = 16,

    /// <summary>The instance runs a step program and is not complete during that time.</summary>
    IsStepping = 32,

    /// <summary>The instance runs in the steps of its parent and is not linked to the parent yet.</summary>
    IsUnlinked = 64,

    /// <summary>The instance has additional data that must be handled when it ends.</summary>
    HasRareState = 128,
}
