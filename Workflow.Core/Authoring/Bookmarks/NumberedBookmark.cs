namespace Workflow;

/// <summary>A bookmark without a name. The object identifies the bookmark; a save stores its number.</summary>
/// <remarks>A separate class, so that named bookmarks, of which idle instances keep many in memory, do not have these fields.</remarks>
internal sealed class NumberedBookmark(long value) : Bookmark
{
    /// <summary>The number, unique in the workflow instance and beginning with 1.</summary>
    public long Value { get; } = value;

    /// <summary>
    /// Identifies the instance that saved or loaded the bookmark. After a load, another object represents the same bookmark and is found by this value (rule
    /// 8.1). Null before the first save.
    /// </summary>
    public SavedInstance? SavedWith { get; set; }
}
