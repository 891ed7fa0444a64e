namespace Workflow;

/// <summary>A bookmark without a name. It is identified by its object; its number is what is saved.</summary>
/// <remarks>A class of its own, because most bookmarks have a name, and an idle instance keeps them.</remarks>
internal sealed class NumberedBookmark(long value) : Bookmark
{
    /// <summary>Unique in the workflow instance, from 1.</summary>
    public long Value { get; } = value;

    /// <summary>The instance after a save. After a load, another object represents the same bookmark (rule 8.1). Null before the first save.</summary>
    public SavedInstance? SavedWith { get; set; }
}
