using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>A library that does the work: this product, or a peer. Each object has its own process and its own database.</summary>
/// <remarks>
/// An operation returns when it is durable. A step is reported with <see cref="Marks.Reach"/> when it is durable, or as soon afterwards as the library can
/// report it.
/// </remarks>
internal abstract class SystemUnderTest : IAsyncDisposable
{
    /// <summary>The numbers of the steps that are reported: the two effects, the timer, and the last of five steps.</summary>
    public const int First = 1, Second = 2, Due = 3, LastStep = 5;

    /// <summary>Starts the library on a database that contains only the table for the effects.</summary>
    public abstract Task StartAsync(Place place);

    /// <summary>A query for the number of instances that have not ended; null if the work is complete when all steps are reported.</summary>
    public virtual string? CountUnfinished => null;

    /// <summary>Starts an instance that waits for its first message.</summary>
    public virtual Task BeginAsync(Guid instance) => throw new NotMeasuredException("it has no counterpart");

    /// <summary>Sends the first or the second message to an instance. The second ends it.</summary>
    public virtual Task SendAsync(Guid instance, int step) => throw new NotMeasuredException("it has no counterpart");

    /// <summary>Starts an instance that makes five steps. Each step is stored before the next.</summary>
    public virtual Task BeginStepsAsync(Guid instance) => throw new NotMeasuredException("it has no counterpart");

    /// <summary>Starts an instance that waits until a time.</summary>
    public virtual Task BeginTimerAsync(Guid instance, DateTimeOffset due) => throw new NotMeasuredException("it has no counterpart");

    public abstract ValueTask DisposeAsync();
}
