using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>
/// The last delivery to an idle instance until it has run, and at the end of the instance its result. An instance never has both, and one reference for them
/// makes each idle instance 8 bytes smaller.
/// </summary>
/// <remarks>A mutable struct; it must be a field.</remarks>
internal struct ExecutionSlot
{
    /// <summary>Null, the payload of a queued item, a <see cref="Runtime.State.Resumption"/>, or a <see cref="WorkflowCompletion"/>.</summary>
    private object? _content;

    /// <summary>The result; null before the instance has completed.</summary>
    public readonly WorkflowCompletion? Result => _content as WorkflowCompletion;

    /// <summary>The delivered resumption; null if the delivery is something else or there is none.</summary>
    public readonly Resumption? Resumption => _content as Resumption;

    /// <summary>True if there is a delivery that may not have run.</summary>
    public readonly bool HasDelivery => _content is not null and not WorkflowCompletion;

    /// <summary>True if the delivery is an item in the queue. Items that were queued after it may have run before it.</summary>
    public readonly bool IsIn(WorkItem[] queue)
    {
        object? delivered = _content;
        return Array.Exists(queue, item => ReferenceEquals(item.Payload, delivered));
    }

    /// <summary>Sets the payload of the last delivery; null for none.</summary>
    public void Deliver(object? payload) => _content = payload;

    /// <summary>Removes the delivery, because it has run.</summary>
    public void Clear() => _content = null;

    /// <summary>Sets the result.</summary>
    public void Complete(WorkflowCompletion result) => _content = result;
}
