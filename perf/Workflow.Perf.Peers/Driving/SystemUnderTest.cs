using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>A library that does the work: this product, or a peer. One object has one process and one database for itself.</summary>
/// <remarks>An operation returns when it is durable. Steps are reported with <see cref="Marks.Reach"/> when they are durable, too, or as soon after as the library can say.</remarks>
internal abstract class SystemUnderTest : IAsyncDisposable
{
    /// <summary>The numbers of the steps that are reported: the two effects, the timer, and the last of five steps.</summary>
    public const int First = 1, Second = 2, Due = 3, LastStep = 5;

    /// <summary>Starts the library on a database in which only the table for the effects is.</summary>
    public abstract Task StartAsync(Place place);

    /// <summary>A query for the number of instances that have not ended; null if what is reported is all that there is.</summary>
    public virtual string? CountUnfinished => null;

    /// <summary>Starts an instance that waits for its first message.</summary>
    public virtual Task BeginAsync(Guid instance) => throw new NotMeasuredException("it has no counterpart");

    /// <summary>Sends the first or the second message to an instance. The second ends it.</summary>
    public virtual Task SendAsync(Guid instance, int step) => throw new NotMeasuredException("it has no counterpart");

    /// <summary>Starts an instance that makes five steps, each of which is stored before the next.</summary>
    public virtual Task BeginStepsAsync(Guid instance) => throw new NotMeasuredException("it has no counterpart");

    /// <summary>Starts an instance that waits until a time.</summary>
    public virtual Task BeginTimerAsync(Guid instance, DateTimeOffset due) => throw new NotMeasuredException("it has no counterpart");

    public abstract ValueTask DisposeAsync();
}
