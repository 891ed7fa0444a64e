namespace Workflow;

/// <summary>Called when a bookmark is resumed.</summary>
/// <param name="context">The context of the activity that created the bookmark.</param>
/// <param name="bookmark">The bookmark that was created.</param>
/// <param name="value">The value of the resumption; may be null.</param>
public delegate void BookmarkCallback(NativeActivityContext context, Bookmark bookmark, object? value);
