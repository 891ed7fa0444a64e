using System.Globalization;

namespace Workflow.Hosting;

/// <summary>A bookmark scope of a workflow instance (rule 8.6); a snapshot, free to keep and to read on any thread.</summary>
public sealed class BookmarkScopeInfo
{
    internal BookmarkScopeInfo(BookmarkScope scope)
    {
        Id = scope.Id;
        TemporaryId = scope.IsInitialized ? null : scope.TemporaryId.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Whether the scope has its id.</summary>
    public bool IsInitialized => TemporaryId is null;

    /// <summary>The id; <see cref="Guid.Empty"/> as long as the scope has none.</summary>
    public Guid Id { get; }

    /// <summary>Tells scopes without an id of one instance apart: a number that counts from 1 in the order of their creation; null when the scope has its id.</summary>
    public string? TemporaryId { get; }
}
