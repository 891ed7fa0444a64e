namespace Workflow.Hosting;

/// <summary>A message of an application to its instance: an operation that the owner of the turn performs.</summary>
internal abstract class HostOperation : ActorMessage
{
    /// <summary>It can be done between two items, so a running instance pauses for it.</summary>
    public virtual bool Interrupts => true;

    /// <summary>Its caller no longer waits for it.</summary>
    public virtual bool IsGivenUp => false;

    /// <summary>It waits for the instance to run, and starts one that does not run yet.</summary>
    public virtual bool StartsInstance => false;

    /// <summary>Whether its moment is now: at the boundary between two items, at idle, or when all is over.</summary>
    public virtual bool IsReady(ApplicationInstance instance) => true;

    /// <summary>Does it. What it throws goes to <see cref="Fail"/>.</summary>
    public abstract ValueTask PerformAsync(ApplicationInstance instance);

    public abstract void Fail(ApplicationInstance instance, Exception exception);
}
