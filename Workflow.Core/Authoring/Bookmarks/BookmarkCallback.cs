namespace Workflow;

/// <summary>Called when a bookmark is resumed.</summary>
/// <param name="context">The context of the activity that created it.</param>
/// <param name="bookmark">The object that was created.</param>
/// <param name="value">What the resumption brought; may be null.</param>
public delegate void BookmarkCallback(NativeActivityContext context, Bookmark bookmark, object? value);

/// <summary>How a bookmark may be resumed and whether it keeps its activity executing; the values combine (rule 8.1).</summary>
[Flags]
public enum BookmarkOptions
{
    /// <summary>Resumed once; its activity does not complete before.</summary>
    None = 0,

    /// <summary>Stays after a resumption, until removed.</summary>
    MultipleResume = 1,

    /// <summary>Does not keep its activity executing; it vanishes when the activity completes.</summary>
    NonBlocking = 2,
}

/// <summary>The answer to a resumption (rule 8.4).</summary>
public enum BookmarkResumptionResult
{
    /// <summary>The callback will run.</summary>
    Success = 0,

    /// <summary>No such bookmark is outstanding.</summary>
    NotFound = 1,

    /// <summary>The bookmark cannot be resumed now.</summary>
    NotReady = 2,
}
