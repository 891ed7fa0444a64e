namespace Workflow;

/// <summary>The status of an activity instance, as bits.</summary>
[Flags]
internal enum InstanceFlags : byte
{
    None = 0,

    /// <summary>Code of the application may refer to the object, so it is not reused for another instance.</summary>
    Escaped = 1,

    /// <summary>The default <c>Cancel</c> has run, so nothing new is scheduled (rule 3.2).</summary>
    DefaultCancellation = 2,

    /// <summary>Ends <see cref="ActivityInstanceState.Canceled"/>.</summary>
    MarkedCanceled = 4,

    /// <summary>An expression did not close, so the body must not run (rule 4.12).</summary>
    InitializationIncomplete = 8,

    /// <summary>A temporary frame that is not linked to its parent.</summary>
    IsLeaf = 16,

    /// <summary>Runs a step program; it is not complete during that time.</summary>
    IsStepping = 32,

    /// <summary>Runs in the steps of its parent and is not linked to it yet.</summary>
    IsUnlinked = 64,

    /// <summary>Has additional data that must be handled at its end.</summary>
    HasExtras = 128,
}
