namespace Workflow.Hosting;

/// <summary>How far a workflow application has come.</summary>
internal enum InstancePhase : byte
{
    /// <summary>Nobody has looked at its definition yet.</summary>
    Fresh,

    /// <summary>Set up, or loaded; it does not run before it is told to.</summary>
    Ready,

    /// <summary>It runs, or is idle.</summary>
    Running,

    Completed,

    /// <summary>It has left this object for its store.</summary>
    Unloaded,

    Aborted,
}
