using System.Diagnostics;

namespace Workflow.Hosting;

/// <summary>The messages of an instance and the ownership of its turn, in one word. It is lock-free.</summary>
/// <remarks>
/// <para>The word is null if the turn has no owner, and <see cref="Empty"/> if the turn has an owner and there is no message. Otherwise the turn has an owner,
/// and the word is the message that was posted last, linked to the earlier ones; <see cref="Empty"/> ends the list.</para>
/// <para>One word decides the race between an owner that ends its turn and a thread that posts. If the owner is first, the post finds null and takes the
/// turn. If the post is first, <see cref="TryEndTurn"/> fails and the owner handles the message. With a flag beside a queue, both could succeed, and nobody
/// would handle the message before the next one is posted.</para>
/// <para>Thread-safe, except that only the owner takes messages and ends the turn.</para>
/// </remarks>
internal struct Mailbox
{
    private static readonly ActorMessage Empty = new EndMark();

    private ActorMessage? _head;

    /// <summary>Creates a mailbox.</summary>
    /// <param name="isOwned">True if the creator owns the turn.</param>
    public Mailbox(bool isOwned) => _head = isOwned ? Empty : null;

    /// <summary>True if the turn has an owner.</summary>
    public readonly bool HasOwner => Volatile.Read(in _head) is not null;

    /// <summary>True if there is a message that the owner has not taken.</summary>
    public readonly bool HasMessages => Volatile.Read(in _head) is { } head && !ReferenceEquals(head, Empty);

    /// <summary>Takes the turn if it has no owner; returns true if the caller is now the owner.</summary>
    public bool TryBeginTurn() => Volatile.Read(ref _head) is null && Interlocked.CompareExchange(ref _head, Empty, null) is null;

    /// <summary>Takes the turn if it has no owner, and returns true: the caller must handle the message. Otherwise posts the message to the owner.</summary>
    public bool TryBeginTurnOrPost(ActorMessage message)
    {
        while (!TryBeginTurn())
        {
            ActorMessage? head = Volatile.Read(ref _head);
            if (head is null)
            {
                // The owner has ended its turn after the attempt to take it.
                continue;
            }

            message.Next = head;
            if (ReferenceEquals(Interlocked.CompareExchange(ref _head, message, head), head))
            {
                return false;
            }
        }

        // A failed attempt to post may have linked the message to others, which the owner has taken and handled meanwhile.
        message.Next = null;
        return true;
    }

    /// <summary>Ends the turn; returns false if there is a message, which the owner must handle first.</summary>
    public bool TryEndTurn()
    {
        Debug.Assert(HasOwner, "Only the owner ends the turn.");
        return ReferenceEquals(Interlocked.CompareExchange(ref _head, null, Empty), Empty);
    }

    /// <summary>Takes all messages, linked in the order in which they were posted; null if there are none.</summary>
    public ActorMessage? TakeAll()
    {
        Debug.Assert(HasOwner, "Only the owner takes messages.");
        if (!HasMessages)
        {
            return null;
        }

        // Posts after this exchange begin a new list, so only the owner uses the links of the taken one.
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
