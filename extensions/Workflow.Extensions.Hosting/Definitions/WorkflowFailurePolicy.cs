namespace Workflow.Extensions.Hosting;

/// <summary>The action of a host when no activity of an instance handles an exception.</summary>
public enum WorkflowFailurePolicy
{
    /// <summary>The instance is suspended in the state of its last save, with the exception as the reason, until it is continued or terminated.</summary>
    AbandonAndSuspend = 0,

    /// <summary>
    /// The instance runs again from its last save, after <see cref="WorkflowHostOptions.FirstRetryDelay"/>, then after twice that time, and so on. It is
    /// suspended after <see cref="WorkflowHostOptions.MaxRetryAttempts"/> consecutive failures without a save.
    /// </summary>
    RetryWithBackOff = 1,

    /// <summary>The instance is canceled: its other activities can clean up.</summary>
    Cancel = 2,

    /// <summary>The instance ends as faulted, with the exception.</summary>
    Terminate = 3,
}
