namespace Workflow.Hosting;

/// <summary>An operation of an application on its instance, posted as a message and performed by the owner of the turn.</summary>
internal abstract class HostOperation : ActorMessage
{
    /// <summary>True if the operation can be performed between two items, so that a running instance pauses for it.</summary>
    public virtual bool Interrupts => true;

    /// <summary>True if the caller no longer waits, so that the operation is dropped.</summary>
    public virtual bool IsGivenUp => false;

    /// <summary>True if the operation waits for the instance to run, and starts an instance that does not run yet.</summary>
    public virtual bool StartsInstance => false;

    /// <summary>True if the operation can be performed now: between two items, when the instance is idle, or after its end.</summary>
    public virtual bool IsReady(OperationTarget instance) => true;

    /// <summary>Performs the operation. An exception is passed to <see cref="Fail"/>.</summary>
    public abstract ValueTask PerformAsync(OperationTarget instance);

    public abstract void Fail(OperationTarget instance, Exception exception);
}
