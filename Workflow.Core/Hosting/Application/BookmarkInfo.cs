using System.Diagnostics;

namespace Workflow.Hosting;

/// <summary>A named bookmark at which a workflow instance waits. An immutable snapshot; any thread may keep and read it.</summary>
[DebuggerDisplay("{BookmarkName,nq}, owner {OwnerDisplayName,nq}")]
public sealed class BookmarkInfo
{
    internal BookmarkInfo(string bookmarkName, string ownerDisplayName, BookmarkScopeInfo? scopeInfo)
    {
        BookmarkName = bookmarkName;
        OwnerDisplayName = ownerDisplayName;
        ScopeInfo = scopeInfo;
    }

    /// <summary>The name by which the bookmark is resumed.</summary>
    public string BookmarkName { get; }

    /// <summary>The display name of the activity that waits.</summary>
    public string OwnerDisplayName { get; }

    /// <summary>The scope of the bookmark; null if it is outside scopes.</summary>
    public BookmarkScopeInfo? ScopeInfo { get; }
}
