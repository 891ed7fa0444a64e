namespace Workflow.Hosting;

/// <summary>The phases of a hosted instance. An invocation has the same phases, except those that need a store.</summary>
internal enum InstancePhase : byte
{
    /// <summary>The definition has not been read yet.</summary>
    Fresh,

    /// <summary>The instance is initialized or loaded; it does not run before it is started.</summary>
    Ready,

    /// <summary>The instance runs or is idle.</summary>
    Running,

    Completed,

    /// <summary>The instance is saved and has left this object.</summary>
    Unloaded,

    Aborted,
}
