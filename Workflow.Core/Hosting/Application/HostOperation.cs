namespace Workflow.Hosting;

/// <summary>Something that has to be done with an instance, by the owner of the turn.</summary>
internal abstract class HostOperation : ActorMessage
{
    /// <summary>It can be done between two items, so a running instance is asked for its turn.</summary>
    public virtual bool Interrupts => true;

    /// <summary>Nobody waits for it any more.</summary>
    public virtual bool IsGivenUp => false;

    /// <summary>It waits for the instance to run, and lets one that does not run yet.</summary>
    public virtual bool StartsInstance => false;

    /// <summary>Whether its moment is now: at the boundary between two items, at idle, or when all is over.</summary>
    public virtual bool IsReady(ApplicationInstance instance) => true;

    /// <summary>Does it. What it throws goes to <see cref="Fail"/>.</summary>
    public abstract ValueTask PerformAsync(ApplicationInstance instance);

    public abstract void Fail(ApplicationInstance instance, Exception exception);
}
