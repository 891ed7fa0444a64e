namespace Workflow.Persistence;

/// <summary>The operation that a message requests from an instance.</summary>
public enum MessageKind
{
    /// <summary>Resume a bookmark. The message waits until the instance has a bookmark with that name.</summary>
    Resume = 0,

    /// <summary>Cancel the instance.</summary>
    Cancel = 1,

    /// <summary>Terminate the instance.</summary>
    Terminate = 2,

    /// <summary>Save the instance and suspend it, so that it is not runnable until <see cref="InstanceStore.ContinueAsync"/>.</summary>
    Suspend = 3,
}
