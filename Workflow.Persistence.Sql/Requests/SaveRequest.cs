using System.Globalization;
using System.Security.Cryptography;

namespace Workflow.Persistence.Sql;

/// <summary>
/// A save, prepared on the thread of its caller to minimize the work where it is written. It contains copies only, except for the bytes of the state, which
/// belong to the caller.
/// </summary>
internal sealed class SaveRequest(SqlOwner owner, InstanceSave save, EncodedState state, IReadOnlyList<PromotedValue> promoted)
{
    public SqlOwner Owner { get; } = owner;

    public Guid InstanceId { get; } = save.InstanceId;

    public long LockVersion { get; } = save.LockVersion;

    public WorkflowIdentity? Identity { get; } = save.DefinitionIdentity;

    public InstanceStatus Status { get; } = save.Status;

    public bool Completes { get; } = save.Complete;

    public bool Unlocks { get; } = save.Unlock || save.Complete;

    /// <summary>True if the transaction of the save commits right after it.</summary>
    public bool CommitsAtOnce { get; } = save.CommitsAtOnce;

    public TimeSpan? DueIn { get; } = save.DueIn;

    /// <summary>The encoded state. Its bytes belong to the caller, who must not change them until the save has ended.</summary>
    public EncodedState State { get; private set; } = state;

    public IReadOnlyList<SavedBookmark> Bookmarks { get; } = StorableOf(save);

    /// <summary>A hash that detects whether bookmarks differ from those in the row; zero if there are none.</summary>
    public long BookmarksHash { get; } = save.Bookmarks.Count == 0 ? 0
        : HashOf(save.Bookmarks.Select(bookmark => $"{bookmark.Name}\0{bookmark.OwnerDisplayName}\0{bookmark.ScopeId}"));

    public IReadOnlyCollection<Guid> KeysToAdd { get; } = save.Complete || save.KeysAdded.Count == 0 ? [] : [.. save.KeysAdded.Except(save.KeysRemoved)];

    public IReadOnlyCollection<Guid> KeysToRemove { get; } = save.KeysRemoved.Count == 0 ? [] : [.. save.KeysRemoved];

    /// <summary>The sequence numbers of the messages to remove.</summary>
    public IReadOnlyCollection<long> Consumed { get; } = save.MessagesConsumed.Count == 0 ? [] : [.. save.MessagesConsumed.Distinct()];

    /// <summary>The number of received messages that the host leaves in the store.</summary>
    public int PendingMessageCount { get; } = save.PendingMessageCount;

    /// <summary>The request that starts the instance; null for none.</summary>
    public Guid? RequestId { get; } = save.LockVersion == 0 ? save.RequestId : null;

    public IReadOnlyList<PromotedValue> Promoted { get; } = promoted;

    /// <summary>A hash of the promoted values without the initial ones, like <see cref="BookmarksHash"/>.</summary>
    public long PromotedHash { get; } = promoted.Count == 0 ? 0 : HashOf(promoted.Select(TextOf));

    public IReadOnlyList<PromotedValue> InitialPromoted { get; init; } = [];

    public string? SavedValues { get; init; }

    public string? InitialValues { get; init; }

    /// <summary>True if no data of the instance is kept after the save.</summary>
    public bool Deletes { get; init; }

    /// <summary>Copies the bytes of the state, for a save that ends for its caller before it is written.</summary>
    public void Detach() => State = State with { Bytes = [.. State.Bytes] };

    private static SavedBookmark[] StorableOf(InstanceSave save)
    {
        SavedBookmark[] storable = [.. save.Bookmarks];
        for (int i = 0; i < storable.Length; i++)
        {
            storable[i] = Storable(save.InstanceId, storable[i]);
        }

        return storable;
    }

    /// <summary>
    /// Checks the name of a bookmark and makes its display name storable. A changed name could not be found, and no message could use a name that is too long.
    /// The display name is for people only.
    /// </summary>
    /// <exception cref="SnapshotException">The name cannot be stored.</exception>
    private static SavedBookmark Storable(Guid instanceId, SavedBookmark bookmark)
    {
        if (!StorableText.IsStorable(bookmark.Name))
        {
            throw new SnapshotException(
                $"The instance '{instanceId}' cannot be saved, because the bookmark '{StorableText.ForDisplay(bookmark.Name)}' of '{bookmark.OwnerDisplayName}' has a null character or half of a surrogate pair in its name, which not every database keeps; use another name.",
                instanceId);
        }

        if (bookmark.Name.Length > InstanceMessage.MaxBookmarkNameLength)
        {
            throw new SnapshotException(
                $"The instance '{instanceId}' cannot be saved, because the name of a bookmark of '{bookmark.OwnerDisplayName}' has {bookmark.Name.Length} characters and a store holds {InstanceMessage.MaxBookmarkNameLength}; use a shorter name.",
                instanceId);
        }

        string owner = StorableText.ForDisplay(bookmark.OwnerDisplayName);
        return ReferenceEquals(owner, bookmark.OwnerDisplayName)
            ? bookmark
            : new SavedBookmark { Name = bookmark.Name, OwnerDisplayName = owner, ScopeId = bookmark.ScopeId };
    }

    private static string TextOf(PromotedValue value) => string.Create(
        CultureInfo.InvariantCulture,
        $"{value.Promotion}\0{value.Name}\0{(value.Text is null ? 0 : 1)}{value.Text}\0{value.Number}\0{value.Time?.Ticks}\0{value.Flag}\0{value.Id}");

    private static long HashOf(IEnumerable<string> texts)
    {
        string all = string.Join('\u0001', texts);
        return all.Length == 0 ? 0 : BitConverter.ToInt64(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(all))) | 1;
    }
}
