using Workflow.Hosting;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The kind of an event of an instance, or of a request to it.</summary>
internal enum InstanceChange
{
    Created,
    Started,
    Idled,
    Suspended,
    Resumed,
    Terminated,
    Aborted,
    Persisted,
    Unloaded,
    Loaded,

    /// <summary>An item is sent to a queue.</summary>
    ItemSent,

    /// <summary>An item is sent to a queue as soon as the instance is idle.</summary>
    ItemSentOnIdle,

    /// <summary>A timer is due.</summary>
    TimerDue,

    /// <summary>The definition of the instance changes, or has changed.</summary>
    Changed,

    /// <summary>The tracking services are asked for their profiles again.</summary>
    ProfilesReloaded,

    /// <summary>The transaction of a scope was rolled back before the end of the scope.</summary>
    TransactionAborted,
}

/// <summary>A request to an instance that another thread may be running.</summary>
internal sealed class InstanceRequest(InstanceChange change, string? error = null) : ActorMessage
{
    public InstanceChange Change => change;

    /// <summary>The reason of a suspension or termination, or null.</summary>
    public string? Error => error;

    public IComparable? QueueName { get; init; }

    public object? Item { get; init; }

    /// <summary>The work that is committed together with the item, or null.</summary>
    public IPendingWork? Work { get; init; }

    public object? PendingItem { get; init; }

    /// <summary>The changes of the definition; null if there are none.</summary>
    public WorkflowChanges? Changes { get; init; }

    /// <summary>Completed when the request has been handled; null if no thread waits.</summary>
    public TaskCompletionSource<bool>? Answer { get; private init; }

    /// <summary>Creates a request for whose answer a thread waits.</summary>
    public static InstanceRequest Awaited(InstanceChange change, WorkflowChanges? changes = null) =>
        new(change) { Changes = changes, Answer = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously) };

    /// <summary>Handles the request for the waiting thread, which receives the exception if that fails.</summary>
    /// <param name="handle">Handles the request; returns false to leave it unanswered.</param>
    /// <returns>True if the thread has its answer.</returns>
    public bool TryAnswer(Func<bool> handle)
    {
        try
        {
            if (!handle())
            {
                return false;
            }

            Answer!.SetResult(true);
        }
        catch (Exception exception)
        {
            Answer!.SetException(exception);
        }

        return true;
    }
}
