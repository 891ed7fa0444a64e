using System.Globalization;
using System.Security.Cryptography;

namespace Workflow.Persistence.Sql;

/// <summary>A save, prepared on the thread of its caller so that little is left to do where it is written. Nothing in it is the caller's, except the bytes of the state.</summary>
internal sealed class SaveRequest(SqlOwner owner, InstanceSave save, EncodedState state, IReadOnlyList<PromotedValue> promoted)
{
    public SqlOwner Owner { get; } = owner;

    public Guid InstanceId { get; } = save.InstanceId;

    public long LockVersion { get; } = save.LockVersion;

    public WorkflowIdentity? Identity { get; } = save.DefinitionIdentity;

    public InstanceStatus Status { get; } = save.Status;

    public bool Completes { get; } = save.Complete;

    public bool GivesBack { get; } = save.Unlock || save.Complete;

    /// <summary>Whether its transaction commits right after it.</summary>
    public bool CommitsAtOnce { get; } = save.CommitsAtOnce;

    public TimeSpan? DueIn { get; } = save.DueIn;

    /// <summary>The state, whose bytes are the caller's until the save has ended.</summary>
    public EncodedState State { get; private set; } = state;

    public IReadOnlyList<SavedBookmark> Bookmarks { get; } = StorableOf(save);

    /// <summary>Tells whether bookmarks differ from those of the row; zero stands for none.</summary>
    public long BookmarksHash { get; } = save.Bookmarks.Count == 0 ? 0
        : HashOf(save.Bookmarks.Select(bookmark => $"{bookmark.Name}\0{bookmark.OwnerDisplayName}\0{bookmark.ScopeId}"));

    public IReadOnlyCollection<Guid> KeysToAdd { get; } = save.Complete || save.KeysAdded.Count == 0 ? [] : [.. save.KeysAdded.Except(save.KeysRemoved)];

    public IReadOnlyCollection<Guid> KeysToRemove { get; } = save.KeysRemoved.Count == 0 ? [] : [.. save.KeysRemoved];

    /// <summary>The messages to remove.</summary>
    public IReadOnlyCollection<long> Consumed { get; } = save.MessagesConsumed.Count == 0 ? [] : [.. save.MessagesConsumed.Distinct()];

    /// <summary>How many messages the host leaves.</summary>
    public int MessagesLeft { get; } = save.MessagesLeft;

    /// <summary>The request that starts the instance; null: none.</summary>
    public Guid? RequestId { get; } = save.LockVersion == 0 ? save.RequestId : null;

    public IReadOnlyList<PromotedValue> Promoted { get; } = promoted;

    /// <summary>The same as <see cref="BookmarksHash"/>, of promoted values without the initial ones.</summary>
    public long PromotedHash { get; } = promoted.Count == 0 ? 0 : HashOf(promoted.Select(TextOf));

    public IReadOnlyList<PromotedValue> InitialPromoted { get; init; } = [];

    public string? SavedValues { get; init; }

    public string? InitialValues { get; init; }

    /// <summary>Whether nothing is kept of the instance afterwards.</summary>
    public bool Deletes { get; init; }

    /// <summary>Copies the state, for a save that ends before it is written.</summary>
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

    /// <summary>A name that another text would take the place of could not be found by it any more, and no message could name one that is too long. The display name is for people.</summary>
    /// <exception cref="SnapshotException">The name cannot be stored.</exception>
    private static SavedBookmark Storable(Guid instanceId, SavedBookmark bookmark)
    {
        if (!StorableText.IsStorable(bookmark.Name))
        {
            throw new SnapshotException(
                $"The instance '{instanceId}' cannot be saved, because the bookmark '{StorableText.ForPeople(bookmark.Name)}' of '{bookmark.OwnerDisplayName}' has a null character or half of a surrogate pair in its name, which not every database keeps; use another name.",
                instanceId);
        }

        if (bookmark.Name.Length > InstanceMessage.MaxBookmarkNameLength)
        {
            throw new SnapshotException(
                $"The instance '{instanceId}' cannot be saved, because the name of a bookmark of '{bookmark.OwnerDisplayName}' has {bookmark.Name.Length} characters and a store holds {InstanceMessage.MaxBookmarkNameLength}; use a shorter name.",
                instanceId);
        }

        string owner = StorableText.ForPeople(bookmark.OwnerDisplayName);
        return ReferenceEquals(owner, bookmark.OwnerDisplayName) ? bookmark : new SavedBookmark { Name = bookmark.Name, OwnerDisplayName = owner, ScopeId = bookmark.ScopeId };
    }

    private static string TextOf(PromotedValue value) => string.Create(
        CultureInfo.InvariantCulture, $"{value.Promotion}\0{value.Name}\0{(value.Text is null ? 0 : 1)}{value.Text}\0{value.Number}\0{value.Time?.Ticks}\0{value.Flag}\0{value.Id}");

    private static long HashOf(IEnumerable<string> texts)
    {
        string all = string.Join('\u0001', texts);
        return all.Length == 0 ? 0 : BitConverter.ToInt64(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(all))) | 1;
    }
}
