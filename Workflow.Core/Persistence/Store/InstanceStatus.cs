namespace Workflow.Persistence;

/// <summary>In which state an instance was saved.</summary>
public enum InstanceStatus
{
    /// <summary>It had work left: any host may load it as soon as nobody holds it, and go on.</summary>
    Executing = 0,

    /// <summary>It waited for bookmarks or timers.</summary>
    Idle = 1,

    /// <summary>It has completed.</summary>
    Closed = 2,

    /// <summary>It has completed because it was canceled.</summary>
    Canceled = 3,

    /// <summary>It was terminated, by a fault for example.</summary>
    Faulted = 4,
}
