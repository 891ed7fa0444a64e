using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The instance of an application, as its operations see it: the requests that they make to it, and the queue in which they wait.</summary>
/// <param name="definition">The root of the definition.</param>
/// <remarks>Only the owner of the turn may use a member, unless the member says that it is thread-safe.</remarks>
internal abstract class OperationTarget(Activity definition) : HostedInstance(definition)
{
    /// <summary>The saves of the instance, and its load; created on first use.</summary>
    public abstract SaveCoordinator Saves { get; }

    /// <summary>Delivers the messages of the store; created on first use.</summary>
    public abstract MessageDelivery Messages { get; }

    /// <summary>Initializes the instance if that was not done before; afterwards its settings are fixed.</summary>
    public abstract void Initialize();

    /// <summary>Initializes the instance with the state that a lock has loaded (rule 7.8). After a failure, the lock is released.</summary>
    public abstract Task InitializeAsync(InstanceLock instanceLock, CancellationToken cancellationToken);

    /// <summary>Ends an instance that was saved to be unloaded.</summary>
    public abstract void Unload();

    /// <summary>Queues an operation until it is ready.</summary>
    public abstract void Wait(HostOperation operation);

    /// <summary>Starts the instance, at its root or where it stopped. An idle instance is reported as idle once more (rule 7.2).</summary>
    public void StartRun()
    {
        Initialize();
        Run.Notified = IdleNotification.Nothing;
        BecomeRunning();
    }

    /// <summary>Requests cancellation of the root. An instance that does not run yet is canceled without running (rule 6.4).</summary>
    public void CancelRun()
    {
        Initialize();
        BecomeRunning();
        Run.Cancel();
    }

    /// <summary>Requests that the instance ends as faulted.</summary>
    public void TerminateRun(Exception reason)
    {
        Initialize();
        BecomeRunning();

        // An instance that ends without having run does not report that it has started.
        HasReportedBegin = true;
        Run.Terminate(reason);
    }
}
