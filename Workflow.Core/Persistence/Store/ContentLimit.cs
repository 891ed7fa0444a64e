namespace Workflow.Persistence;

/// <summary>Which contents of messages a store reads, so that a host needs bounded memory however much waits for an instance. The messages themselves are read in any case. Immutable.</summary>
/// <remarks>
/// A content of at most <see cref="SmallSize"/> bytes is read; a larger one only if the instance can take the message: if it is of another kind than <see cref="MessageKind.Resume"/>, if its bookmark is one
/// of the last save of the instance, or if it is <see cref="BookmarkName"/>. From the first message on whose content would exceed <see cref="MaxBytes"/>, no content is read.
/// </remarks>
public sealed class ContentLimit
{
    /// <summary>The size of a content that is read whether or not the instance can take the message, 8192 bytes.</summary>
    public const int SmallSize = 8192;

    /// <summary>Makes a limit.</summary>
    /// <param name="maxBytes">The maximum bytes of the contents of all messages of one call, including those that are not read; 0: none is read.</param>
    /// <param name="bookmarkName">A bookmark that the instance has, whether it was saved or not; null for none.</param>
    /// <exception cref="ArgumentOutOfRangeException">The maximum is negative.</exception>
    public ContentLimit(long maxBytes, string? bookmarkName)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxBytes);
        MaxBytes = maxBytes;
        BookmarkName = bookmarkName;
    }

    /// <summary>The maximum bytes of the contents of all messages of one call, including those that are not read.</summary>
    public long MaxBytes { get; }

    /// <summary>A bookmark that the instance has, whether it was saved or not; null for none.</summary>
    public string? BookmarkName { get; }
}
