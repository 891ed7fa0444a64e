namespace Workflow.Persistence;

/// <summary>Which contents of messages a store reads, so that a host needs bounded memory however much waits for an instance. The messages themselves are read in any case.</summary>
/// <remarks>
/// A content of at most <see cref="SmallSize"/> bytes is read; a larger one only if the instance can take the message: if it is of another kind than <see cref="MessageKind.Resume"/>, if its bookmark is one
/// of the last save of the instance, or if it is <paramref name="BookmarkName"/>. From the first message on whose content would exceed <paramref name="MaxBytes"/>, no content is read.
/// </remarks>
/// <param name="MaxBytes">The maximum bytes of the contents of all messages of one call, including those that are not read.</param>
/// <param name="BookmarkName">A bookmark that the instance has, whether it was saved or not; null for none.</param>
public readonly record struct ContentLimit(long MaxBytes, string? BookmarkName)
{
    /// <summary>The size of a content that is read whether or not the instance can take the message, 8192 bytes.</summary>
    public const int SmallSize = 8192;
}
