using System.Collections.Concurrent;

namespace Workflow.Perf.Peers.Driving;

/// <summary>Notifies the driver, in the same process, that an instance has reached a step. All systems use this class in the same way.</summary>
internal static class Marks
{
    /// <summary>The timeout, so that a message that a system lost does not block the run.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    private static readonly ConcurrentDictionary<(Guid Instance, int Step), TaskCompletionSource> All = new();

    /// <summary>The duration of an effect in addition to its statement. Not zero in the row that kills the process, so that messages are waiting.</summary>
    public static TimeSpan Work { get; set; }

    /// <summary>Reports that an instance has reached a step. Called by the work of a system.</summary>
    public static void Reach(Guid instance, int step) => Of(instance, step).TrySetResult();

    /// <summary>Waits until an instance has reached a step.</summary>
    public static async Task WaitAsync(Guid instance, int step)
    {
        await Of(instance, step).Task.WaitAsync(Limit);
        All.TryRemove((instance, step), out _);
    }

    private static TaskCompletionSource Of(Guid instance, int step) =>
        All.GetOrAdd((instance, step), static _ => new(TaskCreationOptions.RunContinuationsAsynchronously));
}
