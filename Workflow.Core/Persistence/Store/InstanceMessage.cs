using System.ComponentModel;

namespace Workflow.Persistence;

/// <summary>A message to an instance, which a store keeps until the instance has consumed it. Immutable.</summary>
/// <remarks>The instance is named by <see cref="InstanceId"/> or by <see cref="Key"/>, never by both.</remarks>
public sealed record InstanceMessage
{
    /// <summary>
    /// The maximum length of <see cref="BookmarkName"/>, in characters. A store in a database rejects the save of an instance that has a bookmark with a
    /// longer name.
    /// </summary>
    public const int MaxBookmarkNameLength = 800;

    /// <summary>The instance; null, the default, if <see cref="Key"/> names it.</summary>
    public Guid? InstanceId { get; init; }

    /// <summary>A key of the instance, as in <see cref="InstanceSave.KeysAdded"/>; null, the default, if <see cref="InstanceId"/> names it.</summary>
    /// <remarks>
    /// Keys and request ids of stores have a fixed size. The client of the package Workflow.Extensions.Hosting accepts texts for both, and converts each to a
    /// <see cref="Guid"/> that consists of the first 16 bytes of a SHA-256 hash, in the layout of version 8 of RFC 9562.
    /// </remarks>
    public Guid? Key { get; init; }

    /// <summary>
    /// Identifies the request of the sender, so that the request can be repeated if its answer was lost. A store accepts the first message with this id;
    /// later ones get the receipt of the first, even after it was consumed, as long as the store remembers the id. Null, the default, if each call is a new
    /// message.
    /// </summary>
    public Guid? RequestId { get; init; }

    /// <summary>The operation that the message requests; <see cref="MessageKind.Resume"/> by default.</summary>
    public MessageKind Kind { get; init; }

    /// <summary>The name of the bookmark to resume, for <see cref="MessageKind.Resume"/>; null, the default, for the other kinds.</summary>
    /// <remarks>
    /// The name is case-sensitive and has at most <see cref="MaxBookmarkNameLength"/> characters. It must not contain the null character or half of a
    /// surrogate pair.
    /// </remarks>
    public string? BookmarkName { get; init; }

    /// <summary>The data of the message, for <see cref="StoredMessage.Content"/>. A store does not interpret it. Empty by default.</summary>
    public ReadOnlyMemory<byte> Content { get; init; }

    /// <summary>
    /// The time after the call, by the clock of the store, after which the message is no longer delivered. Null, the default, and
    /// <see cref="TimeSpan.MaxValue"/> mean that the message does not expire. With zero or a negative value, it expires at once.
    /// </summary>
    public TimeSpan? ExpiresIn { get; init; }

    /// <summary>
    /// True if the store wakes waits for messages in this process, <see cref="InstanceStore.WaitForMessagesAsync"/>; true by default. False if the sender
    /// itself passes the message to the host of this process, so that the store need not search for it. Other processes find the message in both cases.
    /// </summary>
    /// <remarks>Hosts set this value; an application has no use for it, so editors hide it.</remarks>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool WakesHosts { get; init; } = true;

    /// <summary>Throws an exception if a message can never be sent, independent of the content of the store. For stores.</summary>
    /// <param name="message">The message.</param>
    /// <exception cref="ArgumentNullException">The message is null.</exception>
    /// <exception cref="ArgumentException">
    /// Neither or both of <see cref="InstanceId"/> and <see cref="Key"/> are set, the kind is unknown, or the name of the bookmark does not fit the kind or
    /// cannot be stored.
    /// </exception>
    public static void Validate(InstanceMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (ProblemOf(message) is { } problem)
        {
            throw new ArgumentException(problem, nameof(message));
        }
    }

    private static string? ProblemOf(InstanceMessage message)
    {
        if (message.InstanceId.HasValue == message.Key.HasValue)
        {
            return "A message needs either an instance id or a key; set one of them.";
        }

        return message.Kind switch
        {
            MessageKind.Resume => ProblemOfName(message.BookmarkName),
            MessageKind.Cancel or MessageKind.Terminate or MessageKind.Suspend => message.BookmarkName is null
                ? null
                : $"A message of the kind '{message.Kind}' has no bookmark, but names '{message.BookmarkName}'; leave BookmarkName null.",
            _ => $"The kind '{message.Kind}' of a message is unknown.",
        };
    }

    private static string? ProblemOfName(string? name)
    {
        if (string.IsNullOrEmpty(name))
        {
            return "A message that resumes a bookmark needs its name; set BookmarkName.";
        }

        if (name.Length > MaxBookmarkNameLength)
        {
            return $"The name of the bookmark has {name.Length} characters; a message can name at most {MaxBookmarkNameLength}.";
        }

        return IsStorable(name)
            ? null
            : "The name of the bookmark contains a null character or half of a surrogate pair, which databases cannot store; use another name.";
    }

    private static bool IsStorable(string name)
    {
        for (int i = 0; i < name.Length; i++)
        {
            if (char.IsSurrogatePair(name, i))
            {
                i++;
            }
            else if (name[i] == '\0' || char.IsSurrogate(name[i]))
            {
                return false;
            }
        }

        return true;
    }
}
