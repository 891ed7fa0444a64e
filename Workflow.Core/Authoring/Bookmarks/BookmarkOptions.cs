namespace Workflow;

/// <summary>How a bookmark can be resumed, and whether its activity waits for it. The values can be combined (rule 8.1).</summary>
[Flags]
public enum BookmarkOptions
{
    /// <summary>The bookmark is resumed once. Its activity does not complete before.</summary>
    None = 0,

    /// <summary>The bookmark can be resumed several times, until it is removed.</summary>
    MultipleResume = 1,

    /// <summary>The activity can complete without a resumption, which removes the bookmark.</summary>
    NonBlocking = 2,
}
