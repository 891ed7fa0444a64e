namespace Workflow.Hosting;

/// <summary>
/// Who may touch an instance, and what has come for it meanwhile, in one word: one owner at a time, and a list of arrivals that the owner
/// cannot leave without. Nobody waits here, and nothing is locked.
/// </summary>
/// <remarks>
/// The word is null when nobody owns the turn; <see cref="Owned"/>; or the operation that arrived last, with the others behind it and
/// <see cref="Owned"/> at the end. A turn that waits for its thread is owned. Safe from any thread, except that only the owner leaves and takes.
/// </remarks>
internal struct Mailbox
{
    private static readonly HostOperation Owned = new WakeOperation();

    private HostOperation? _head;

    /// <summary>Something has come that the owner has not taken yet.</summary>
    public bool HasArrivals => Volatile.Read(ref _head) is { } head && !ReferenceEquals(head, Owned);

    /// <summary>Takes the turn if nobody has it.</summary>
    public bool TryEnter() => Volatile.Read(ref _head) is null && Interlocked.CompareExchange(ref _head, Owned, null) is null;

    /// <summary>Takes the turn, or else leaves the operation to whoever has it.</summary>
    public bool TryEnterOrQueue(HostOperation operation)
    {
        while (!TryEnter())
        {
            HostOperation? head = Volatile.Read(ref _head);
            if (head is null)
            {
                continue;
            }

            operation.Next = head;
            if (ReferenceEquals(Interlocked.CompareExchange(ref _head, operation, head), head))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Gives the turn back; false when something has arrived, which has to be seen to first.</summary>
    public bool TryLeave() => ReferenceEquals(Interlocked.CompareExchange(ref _head, null, Owned), Owned);

    /// <summary>Takes what has arrived, the first first; null for nothing.</summary>
    public HostOperation? TakeArrivals()
    {
        if (!HasArrivals)
        {
            return null;
        }

        HostOperation? first = null;
        HostOperation? operation = Interlocked.Exchange(ref _head, Owned);
        while (!ReferenceEquals(operation, Owned))
        {
            HostOperation arrived = operation!;
            operation = arrived.Next;
            arrived.Next = first;
            first = arrived;
        }

        return first;
    }
}
