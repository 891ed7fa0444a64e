using System.Collections.Concurrent;

namespace Workflow.Perf.Peers.Driving;

/// <summary>How the work of the systems tells the driver, in the same process, how far an instance is. All systems use it alike.</summary>
internal static class Marks
{
    /// <summary>Only so that a message that a system lost ends the run.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    private static readonly ConcurrentDictionary<(Guid Instance, int Step), TaskCompletionSource> All = new();

    /// <summary>How long an effect takes beyond its statement. Not zero in the row that kills the process, so that work waits.</summary>
    public static TimeSpan Work { get; set; }

    /// <summary>Called by the work of a system.</summary>
    public static void Reach(Guid instance, int step) => Of(instance, step).TrySetResult();

    /// <summary>Waits until an instance has reached a step.</summary>
    public static async Task WaitAsync(Guid instance, int step)
    {
        await Of(instance, step).Task.WaitAsync(Limit);
        All.TryRemove((instance, step), out _);
    }

    private static TaskCompletionSource Of(Guid instance, int step) => All.GetOrAdd((instance, step), static _ => new(TaskCreationOptions.RunContinuationsAsynchronously));
}
