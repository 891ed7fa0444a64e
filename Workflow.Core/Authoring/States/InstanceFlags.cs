namespace Workflow;

/// <summary>What has happened to an activity instance, as bits.</summary>
[Flags]
internal enum InstanceFlags : byte
{
    None = 0,

    /// <summary>User code has seen the object, so it is never used again for another instance.</summary>
    Leaked = 1,

    /// <summary>The default <c>Cancel</c> ran: what it schedules now is suppressed (rule 3.2).</summary>
    DefaultCancellation = 2,

    /// <summary>Ends <see cref="ActivityInstanceState.Canceled"/>.</summary>
    MarkedCanceled = 4,

    /// <summary>An expression did not close, so the body must not run (rule 4.12).</summary>
    InitializationIncomplete = 8,

    /// <summary>A borrowed frame, not linked to its parent.</summary>
    IsLeaf = 16,

    /// <summary>Follows a step program; it is not complete while it does.</summary>
    IsStepping = 32,

    /// <summary>Runs inside its parent's steps and is not linked to it yet.</summary>
    IsUnlinked = 64,

    /// <summary>Has rarely used data that needs care when it ends.</summary>
    HasExtras = 128,
}
