namespace Workflow;

/// <summary>Options for the resumption of a bookmark and for the completion of its activity. The values can be combined (rule 8.1).</summary>
[Flags]
public enum BookmarkOptions
{
    /// <summary>The bookmark can be resumed once. Its activity does not complete before.</summary>
    None = 0,

    /// <summary>The bookmark can be resumed several times, until it is removed.</summary>
    MultipleResume = 1,

    /// <summary>The activity can complete without a resumption. Its completion removes the bookmark.</summary>
    NonBlocking = 2,
}
