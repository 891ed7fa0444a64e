namespace Workflow;

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
