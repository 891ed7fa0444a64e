namespace Workflow.Extensions.Hosting;

/// <summary>What a host does with an instance when no activity handles an exception.</summary>
public enum WorkflowFailurePolicy
{
    /// <summary>The instance is suspended in the state of its last save, with the exception as the reason, until it is continued or terminated.</summary>
    AbandonAndSuspend = 0,

    /// <summary>
    /// The instance is run again from its last save, after <see cref="WorkflowHostOptions.FirstRetryDelay"/>, then after twice that time, and so on. It is suspended after
    /// <see cref="WorkflowHostOptions.MaxRetries"/> failures in a row without a save.
    /// </summary>
    RetryWithBackOff = 1,

    /// <summary>The instance is canceled: its other activities can clean up.</summary>
    Cancel = 2,

    /// <summary>The instance ends as faulted, with the exception.</summary>
    Terminate = 3,
}
