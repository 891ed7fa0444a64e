namespace Workflow.Hosting;

/// <summary>How far a hosted instance has come. An invocation takes the same way, without the phases that need a store.</summary>
internal enum InstancePhase : byte
{
    /// <summary>Its definition has not been read yet.</summary>
    Fresh,

    /// <summary>Initialized, or loaded; it does not run before it is started.</summary>
    Ready,

    /// <summary>It runs, or is idle.</summary>
    Running,

    Completed,

    /// <summary>It has left this object for its store.</summary>
    Unloaded,

    Aborted,
}
