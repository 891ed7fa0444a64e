namespace Workflow.Persistence;

/// <summary>
/// Selects the contents of messages that a store reads, so that a host needs bounded memory however many messages wait for an instance. The messages
/// themselves are always read. Immutable.
/// </summary>
/// <remarks>
/// A content of at most <see cref="SmallSize"/> bytes is read. A larger content is read only if the instance can take the message: if the message is of
/// another kind than <see cref="MessageKind.Resume"/>, if its bookmark is one of the last save of the instance, or if its bookmark is
/// <see cref="BookmarkName"/>. From the first message whose content would exceed <see cref="MaxBytes"/>, no content is read.
/// </remarks>
public sealed class ContentLimit
{
    /// <summary>The maximum size of a content that is read whether or not the instance can take the message, 8192 bytes.</summary>
    public const int SmallSize = 8192;

    /// <summary>Creates a limit.</summary>
    /// <param name="maxBytes">
    /// The maximum total size in bytes of the contents of all messages of one call, including the contents that are not read. With 0, no content is read.
    /// </param>
    /// <param name="bookmarkName">A bookmark that the instance has, whether it was saved or not; null for none.</param>
    /// <exception cref="ArgumentOutOfRangeException">The maximum is negative.</exception>
    public ContentLimit(long maxBytes, string? bookmarkName)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxBytes);
        MaxBytes = maxBytes;
        BookmarkName = bookmarkName;
    }

    /// <summary>The maximum total size in bytes of the contents of all messages of one call, including the contents that are not read.</summary>
    public long MaxBytes { get; }

    /// <summary>A bookmark that the instance has, whether it was saved or not; null for none.</summary>
    public string? BookmarkName { get; }
}
