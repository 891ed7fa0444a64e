using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Workflow.Hosting;

/// <summary>What other threads brought to an invocation. Its queue is made by the first of them: most runs that stay on their caller's thread get nothing.</summary>
/// <remarks>Safe from any thread.</remarks>
internal struct DeliveryQueue
{
    private ConcurrentQueue<Delivery>? _queue;

    public readonly bool IsEmpty => Volatile.Read(in _queue) is not { IsEmpty: false };

    public void Add(Delivery delivery)
    {
        ConcurrentQueue<Delivery> queue = Volatile.Read(in _queue) ?? Interlocked.CompareExchange(ref _queue, new(), null) ?? _queue;
        queue.Enqueue(delivery);
    }

    public readonly bool TryTake([NotNullWhen(true)] out Delivery? delivery)
    {
        delivery = null;
        return Volatile.Read(in _queue)?.TryDequeue(out delivery) == true;
    }

    /// <summary>Answers what waits that nothing will come of it.</summary>
    public readonly void Refuse()
    {
        while (TryTake(out Delivery? delivery))
        {
            delivery.Answer?.TrySetResult(BookmarkResumptionResult.NotFound);
        }
    }
}
