using System.Diagnostics;

namespace Workflow.Hosting;

/// <summary>A named bookmark at which a workflow instance waits; a snapshot, free to keep and to read on any thread.</summary>
[DebuggerDisplay("{BookmarkName,nq}, owner {OwnerDisplayName,nq}")]
public sealed class BookmarkInfo
{
    internal BookmarkInfo(string bookmarkName, string ownerDisplayName, BookmarkScopeInfo? scopeInfo)
    {
        BookmarkName = bookmarkName;
        OwnerDisplayName = ownerDisplayName;
        ScopeInfo = scopeInfo;
    }

    /// <summary>The name to resume it by.</summary>
    public string BookmarkName { get; }

    /// <summary>The display name of the activity that waits.</summary>
    public string OwnerDisplayName { get; }

    /// <summary>The scope that it is in; null for none.</summary>
    public BookmarkScopeInfo? ScopeInfo { get; }
}
