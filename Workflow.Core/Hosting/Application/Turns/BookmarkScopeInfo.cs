using System.Globalization;

namespace Workflow.Hosting;

/// <summary>A bookmark scope of a workflow instance (rule 8.6). An immutable snapshot; any thread may keep and read it.</summary>
public sealed class BookmarkScopeInfo
{
    internal BookmarkScopeInfo(BookmarkScope scope)
    {
        Id = scope.Id;
        TemporaryId = scope.IsInitialized ? null : scope.TemporaryId.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>True if the scope has an id.</summary>
    public bool IsInitialized => TemporaryId is null;

    /// <summary>The id; <see cref="Guid.Empty"/> while the scope has none.</summary>
    public Guid Id { get; }

    /// <summary>
    /// A number that distinguishes the scopes of an instance that have no id, counted from 1 in the order of their creation; null if the scope has an id.
    /// </summary>
    public string? TemporaryId { get; }
}
