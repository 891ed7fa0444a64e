namespace Workflow.Persistence;

/// <summary>The status with which an instance was saved.</summary>
public enum InstanceStatus
{
    /// <summary>The instance had work left. If it is not locked, any host may load it and continue it.</summary>
    Executing = 0,

    /// <summary>The instance waited for bookmarks or timers.</summary>
    Idle = 1,

    /// <summary>The instance completed.</summary>
    Closed = 2,

    /// <summary>The instance was canceled.</summary>
    Canceled = 3,

    /// <summary>The instance was terminated, for example by a fault.</summary>
    Faulted = 4,
}
