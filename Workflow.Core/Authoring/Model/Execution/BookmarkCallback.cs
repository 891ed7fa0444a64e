namespace Workflow;

/// <summary>Called when a bookmark is resumed.</summary>
/// <param name="context">The context of the activity that created it.</param>
/// <param name="bookmark">The object that was created.</param>
/// <param name="value">What the resumption brought; may be null.</param>
public delegate void BookmarkCallback(NativeActivityContext context, Bookmark bookmark, object? value);
