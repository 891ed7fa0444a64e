using System.Diagnostics;

namespace Workflow.Hosting;

/// <summary>The messages of an instance, and whether its turn has an owner, in one word. No thread waits, and nothing is locked.</summary>
/// <remarks>
/// <para>The word is null: the turn has no owner. <see cref="Empty"/>: it has an owner, and there is no message. Otherwise it is the message that was posted
/// last, linked to the earlier ones, with <see cref="Empty"/> at the end: there is an owner, and there are messages.</para>
/// <para>One word decides the race between an owner that ends its turn and a thread that posts. If the owner is first, the post finds null and takes the
/// turn. If the post is first, <see cref="TryEndTurn"/> fails and the owner handles the message. With a flag beside a queue both could
/// succeed, and the message would lie there until the next one comes.</para>
/// <para>Safe from any thread, except that only the owner takes messages and ends the turn.</para>
/// </remarks>
internal struct Mailbox
{
    private static readonly ActorMessage Empty = new EndMark();

    private ActorMessage? _head;

    /// <summary>Creates a mailbox.</summary>
    /// <param name="isOwned">The creator owns the turn.</param>
    public Mailbox(bool isOwned) => _head = isOwned ? Empty : null;

    /// <summary>The turn has an owner.</summary>
    public readonly bool HasOwner => Volatile.Read(in _head) is not null;

    /// <summary>There is a message that the owner has not taken.</summary>
    public readonly bool HasMessages => Volatile.Read(in _head) is { } head && !ReferenceEquals(head, Empty);

    /// <summary>Takes the turn if it has no owner.</summary>
    public bool TryBeginTurn() => Volatile.Read(ref _head) is null && Interlocked.CompareExchange(ref _head, Empty, null) is null;

    /// <summary>Takes the turn if it has no owner: the message is then the caller's to handle. Otherwise posts the message to the owner.</summary>
    public bool TryBeginTurnOrPost(ActorMessage message)
    {
        while (!TryBeginTurn())
        {
            ActorMessage? head = Volatile.Read(ref _head);
            if (head is null)
            {
                // The owner has ended its turn since the attempt to take it.
                continue;
            }

            message.Next = head;
            if (ReferenceEquals(Interlocked.CompareExchange(ref _head, message, head), head))
            {
                return false;
            }
        }

        // An attempt to post may have linked it to messages that the owner has taken and handled since.
        message.Next = null;
        return true;
    }

    /// <summary>Ends the turn; false when there is a message, which the owner has to handle first.</summary>
    public bool TryEndTurn()
    {
        Debug.Assert(HasOwner, "Only the owner ends the turn.");
        return ReferenceEquals(Interlocked.CompareExchange(ref _head, null, Empty), Empty);
    }

    /// <summary>Takes all messages, linked in the order in which they were posted; null for none.</summary>
    public ActorMessage? TakeAll()
    {
        Debug.Assert(HasOwner, "Only the owner takes messages.");
        if (!HasMessages)
        {
            return null;
        }

        // Posts that come after this exchange begin a new list, so the links of the taken one are the owner's.
        ActorMessage? first = null;
        ActorMessage? message = Interlocked.Exchange(ref _head, Empty);
        while (!ReferenceEquals(message, Empty))
        {
            ActorMessage taken = message!;
            message = taken.Next;
            taken.Next = first;
            first = taken;
        }

        return first;
    }

    private sealed class EndMark : ActorMessage;
}
