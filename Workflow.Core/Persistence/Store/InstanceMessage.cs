namespace Workflow.Persistence;

/// <summary>A message to an instance, which a store keeps until the instance has consumed it. Immutable.</summary>
/// <remarks>The instance is named by <see cref="InstanceId"/> or by <see cref="Key"/>, never by both.</remarks>
public sealed class InstanceMessage
{
    /// <summary>The maximum length of <see cref="BookmarkName"/>, in characters. A store in a database saves no instance with a bookmark whose name is longer.</summary>
    public const int MaxBookmarkNameLength = 800;

    /// <summary>The instance; null, the default, if <see cref="Key"/> names it.</summary>
    public Guid? InstanceId { get; init; }

    /// <summary>A key of the instance, as in <see cref="InstanceSave.KeysAdded"/>; null, the default, if <see cref="InstanceId"/> names it.</summary>
    public Guid? Key { get; init; }

    /// <summary>
    /// Identifies the request of the sender, so that it can be repeated when its answer was lost. A store accepts a message with this id once; later ones get the receipt of the first, also after it was consumed, as long as
    /// the store remembers the id. Null, the default: each call is a new message.
    /// </summary>
    public Guid? RequestId { get; init; }

    /// <summary>What the message asks for; <see cref="MessageKind.Resume"/> by default.</summary>
    public MessageKind Kind { get; init; }

    /// <summary>The bookmark to resume, case-sensitive, with at most <see cref="MaxBookmarkNameLength"/> characters, without the null character and without half of a surrogate pair. Null, the default, for the other kinds.</summary>
    public string? BookmarkName { get; init; }

    /// <summary>The data of the message, for <see cref="StoredMessage.Content"/>. A store does not interpret it. Empty by default.</summary>
    public ReadOnlyMemory<byte> Content { get; init; }

    /// <summary>The time after the call, by the clock of the store, after which the message is not delivered any more. Null, the default, or <see cref="TimeSpan.MaxValue"/>: it does not expire. Zero or negative: it is expired at once.</summary>
    public TimeSpan? ExpiresIn { get; init; }

    /// <summary>
    /// Whether the store wakes waits for messages in this process, <see cref="InstanceStore.WaitForMessagesAsync"/>; true by default. False: the sender passes the message to the host of this process
    /// itself, so that the store does not have to look for it. Other processes notice the message in any case.
    /// </summary>
    public bool WakesHosts { get; init; } = true;

    /// <summary>Throws if a message cannot be sent, whatever the store contains. For stores.</summary>
    /// <param name="message">The message.</param>
    /// <exception cref="ArgumentNullException">The message is null.</exception>
    /// <exception cref="ArgumentException">
    /// Neither or both of <see cref="InstanceId"/> and <see cref="Key"/> are set, the kind is unknown, or the name of the bookmark does not fit the kind or cannot be stored.
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

        return IsStorable(name) ? null : "The name of the bookmark contains a null character or half of a surrogate pair, which databases cannot store; use another name.";
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
