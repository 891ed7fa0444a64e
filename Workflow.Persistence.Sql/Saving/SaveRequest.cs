using System.Security.Cryptography;

namespace Workflow.Persistence.Sql;

/// <summary>A save, prepared on the thread of its caller so that little is left to do where it is written.</summary>
internal sealed class SaveRequest
{
    public required SqlOwner Owner { get; init; }

    public required InstanceSave Save { get; init; }

    public required EncodedState State { get; init; }

    /// <summary>Whether nothing is kept of the instance afterwards.</summary>
    public required bool Deletes { get; init; }

    public string? SavedValues { get; init; }

    public string? InitialValues { get; init; }

    public IReadOnlyList<PromotedValue> Promoted { get; init; } = [];

    public IReadOnlyList<PromotedValue> InitialPromoted { get; init; } = [];

    /// <summary>Tells whether bookmarks differ from those of the row; zero stands for none.</summary>
    public long BookmarksHash => field == 0 && Save.Bookmarks.Count > 0 ? field = HashOf(BookmarkTexts()) : field;

    /// <summary>The same of promoted values, without the initial ones.</summary>
    public long PromotedHash => field == 0 && Promoted.Count > 0 ? field = HashOf(Promoted.Select(value => value.ToString())) : field;

    public bool GivesBack => Save.Unlock || Save.Complete;

    private IEnumerable<string> BookmarkTexts() => Save.Bookmarks.Select(bookmark => $"{bookmark.Name}\0{bookmark.OwnerDisplayName}\0{bookmark.ScopeId}");

    private static long HashOf(IEnumerable<string> texts) =>
        BitConverter.ToInt64(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(string.Join('\u0001', texts)))) | 1;
}
