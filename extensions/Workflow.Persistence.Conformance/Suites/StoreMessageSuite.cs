namespace Workflow.Persistence.Conformance;

/// <summary>The common members of the suites for messages.</summary>
internal abstract class StoreMessageSuite(TestedStore tested) : StoreSuite(tested, new() { KeepsMessages = true })
{
    /// <summary>Returns a later save that consumes messages.</summary>
    protected static InstanceSave Consuming(
        Guid id,
        long version,
        IReadOnlyCollection<long> consumed,
        int left = 0,
        bool unlock = false,
        string[]? bookmarks = null) => new()
        {
            InstanceId = id,
            LockVersion = version,
            Status = InstanceStatus.Idle,
            MessagesConsumed = consumed,
            PendingMessageCount = left,
            Unlock = unlock,
            Bookmarks = Named(bookmarks),
        };

    /// <summary>Saves a new instance with bookmarks and keeps it locked.</summary>
    protected async Task<(Guid Id, long Version)> HeldAsync(InstanceOwner owner, params string[] bookmarks)
    {
        Guid id = Guid.NewGuid();
        return (id, await Store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, Bookmarks = Named(bookmarks) }, None));
    }

    /// <summary>Saves a new instance with bookmarks and unlocks it.</summary>
    protected async Task<Guid> WaitingAsync(InstanceOwner owner, params string[] bookmarks)
    {
        (Guid id, long version) = await HeldAsync(owner, bookmarks);
        await Store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        return id;
    }

    /// <summary>Sends a message for a bookmark.</summary>
    protected async Task<long> SendAsync(Guid id, string bookmark) =>
        (await Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = bookmark }, None)).Sequence;

    protected async Task<InstanceSummary> SummaryAsync(Guid id) => Assert.Single(await QueryAsync(new InstanceQuery { InstanceIds = [id] }));

    /// <summary>Loads a runnable instance and returns its id, or null if there is none.</summary>
    protected async Task<Guid?> RunnableAsync(InstanceOwner owner) => (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId;

    private static SavedBookmark[] Named(string[]? names) =>
        [.. (names ?? []).Select(name => new SavedBookmark { Name = name, OwnerDisplayName = "Activity" })];
}
