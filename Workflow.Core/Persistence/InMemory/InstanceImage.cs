using System.Collections.Frozen;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>The data of an instance in the store in memory. Immutable: a change creates a new image.</summary>
internal sealed record InstanceImage
{
    private static readonly FrozenSet<Guid> NoKeys = [];

    public required Guid InstanceId { get; init; }

    /// <summary>The position of the instance in the order of the first saves.</summary>
    public long Order { get; init; }

    public DateTimeOffset Created { get; init; }

    public required Dictionary<XName, object?> InitialValues { get; init; }

    public DateTimeOffset Updated { get; init; }

    public WorkflowIdentity? DefinitionIdentity { get; init; }

    public InstanceStatus Status { get; init; }

    public byte[] State { get; init; } = [];

    public SavedBookmark[] Bookmarks { get; init; } = [];

    public Dictionary<XName, object?> Values { get; init; } = [];

    public FrozenSet<Guid> Keys { get; init; } = NoKeys;

    public DateTimeOffset? Due { get; init; }

    public bool IsCompleted { get; init; }

    public long LockVersion { get; init; } = InstanceSave.FirstLockVersion;

    /// <summary>The owner that holds the lock; null for none.</summary>
    public Guid? OwnerId { get; init; }

    /// <summary>The time from which any host may load the instance to continue it; null for a locked instance and for one that waits without a timer.</summary>
    public DateTimeOffset? RunnableAt { get; init; }

    /// <summary>Orders the instances that are runnable from the same time: the instance that became runnable first has the lowest number.</summary>
    public long Turn { get; init; }

    /// <summary>True if the instance was loaded and not saved since.</summary>
    public bool IsUnsaved { get; init; }

    /// <summary>The failures of hosts since the last save; null for none.</summary>
    public InstanceFailures? Failures { get; init; }

    /// <summary>
    /// The number of owners whose lease has expired while they had loaded the instance and not saved it; counted since the last save, up to
    /// <see cref="SuspectWindow.MaxSuspicion"/>.
    /// </summary>
    public int Suspicion { get; init; }

    /// <summary>The request that started the instance, for the first save only; null for none.</summary>
    public Guid? RequestId { get; init; }

    /// <summary>The effect on the messages of the saves since the last saved image; null for a saved image.</summary>
    public MessageEffect? Messages { get; init; }

    public bool IsSuspended => !IsCompleted && Failures is { IsSuspended: true };

    /// <summary>Copies the data of a save; <see cref="With"/> adds the rest.</summary>
    public static InstanceImage CopyOf(InstanceSave save) => new()
    {
        InstanceId = save.InstanceId,
        DefinitionIdentity = save.DefinitionIdentity,
        Status = save.Status,
        State = save.State.ToArray(),
        Bookmarks = [.. save.Bookmarks],
        Values = PlainValues.Copy(save.WriteOnlyValues),
        InitialValues = PlainValues.Copy(save.InitialValues),
        IsCompleted = save.Complete,
        RequestId = save.RequestId,
    };

    /// <summary>Creates the image after a save.</summary>
    /// <param name="save">The save.</param>
    /// <param name="copy">The copied data of the save.</param>
    /// <param name="now">The time of the save.</param>
    public InstanceImage With(InstanceSave save, InstanceImage copy, DateTimeOffset now)
    {
        InstanceImage saved = copy with
        {
            Order = Order,
            Created = Created,
            Updated = now,
            InitialValues = InitialValues,
            LockVersion = LockVersion,
            OwnerId = OwnerId,
            RequestId = RequestId,
            Messages = MessageEffect.Of(save, Messages),
            Keys = save.Complete ? NoKeys : KeysAfter(save),
            Due = save.DueIn is { } wait && wait < DateTimeOffset.MaxValue - now ? now + (wait > TimeSpan.Zero ? wait : TimeSpan.Zero) : null,
        };
        return save.Unlock || save.Complete ? saved.Unlocked(now) : saved;
    }

    public InstanceImage LockedFor(Guid ownerId) => this with { OwnerId = ownerId, LockVersion = LockVersion + 1, RunnableAt = null, IsUnsaved = true };

    /// <summary>Creates the image after an unlock by its owner.</summary>
    public InstanceImage Unlocked(DateTimeOffset now) => this with { OwnerId = null, RunnableAt = RunnableFrom(now) };

    /// <summary>Creates the image after an unlock for any reason.</summary>
    public InstanceImage After(InstanceUnlock unlock, InstanceOwnerOptions options, DateTimeOffset now) => (unlock.Kind switch
    {
        UnlockKind.Failure => this with { Failures = InstanceFailures.After(Failures, unlock.Reason!, options, now) },
        UnlockKind.Suspension => this with { Failures = new InstanceFailures(Failures?.Count ?? 0, unlock.Reason!, RetryAt: null) },
        _ => this,
    }).Unlocked(now);

    /// <summary>Creates the image of an instance that is not locked and has messages which it may be able to take.</summary>
    public InstanceImage Woken(DateTimeOffset now)
    {
        if (IsCompleted || IsSuspended || RunnableAt <= now)
        {
            return this;
        }

        DateTimeOffset from = Failures?.RetryAt > now ? Failures.RetryAt.Value : now;
        return RunnableAt <= from ? this : this with { RunnableAt = from };
    }

    /// <summary>
    /// Creates the image after the end of its owner. The instance is runnable because its work was interrupted, unless it was suspended. If the lease of
    /// the owner expired after it had loaded the instance and not saved it, the instance may be the cause. Its suspicion increases; with the maximum
    /// suspicion, when it was loaded alone, the end is a failure of the instance.
    /// </summary>
    /// <param name="owner">The owner.</param>
    /// <param name="hasDied">True if the lease has expired; false if the process of the owner deleted it.</param>
    /// <param name="now">The time.</param>
    public InstanceImage Abandoned(InstanceOwner owner, bool hasDied, DateTimeOffset now)
    {
        InstanceImage free = this with { OwnerId = null, RunnableAt = IsSuspended ? null : now };
        if (!hasDied || !IsUnsaved || IsSuspended)
        {
            return free;
        }

        bool wasAlone = Suspicion >= SuspectWindow.MaxSuspicion;
        InstanceFailures failures = InstanceFailures.AfterEnd(Failures, owner, wasAlone, now);
        return free with { Failures = failures, Suspicion = wasAlone ? Suspicion : Suspicion + 1, RunnableAt = failures.IsSuspended ? null : now };
    }

    /// <summary>Creates the image without failures. An instance that was suspended becomes runnable.</summary>
    public InstanceImage Continued(DateTimeOffset now)
    {
        InstanceImage released = (this with { Failures = null, Suspicion = 0 }).Unlocked(now);
        return released with { RunnableAt = released.RunnableAt ?? (Failures!.IsSuspended ? now : null) };
    }

    /// <summary>Creates the image after a termination by an administrator. The failures stay for queries.</summary>
    public InstanceImage Terminated(DateTimeOffset now) => this with
    {
        Status = InstanceStatus.Faulted,
        IsCompleted = true,
        Updated = now,
        Bookmarks = [],
        Keys = NoKeys,
        Due = null,
        RunnableAt = null,
        LockVersion = LockVersion + 1,
    };

    /// <summary>Returns true if the instance, as it was saved, can take a message.</summary>
    public bool CanTake(StoredMessage message) => message.Kind != MessageKind.Resume || Bookmarks.Any(bookmark => bookmark.Name == message.BookmarkName);

    public StoredInstance ToStored() => new()
    {
        InstanceId = InstanceId,
        LockVersion = LockVersion,
        DefinitionIdentity = DefinitionIdentity,
        Status = Status,
        State = State.ToArray(),
        Keys = Keys,
    };

    public bool Matches(InstanceQuery query) =>
        query.InstanceIds?.Contains(InstanceId) != false
        && (query.Key is not { } key || Keys.Contains(key))
        && query.Statuses?.Contains(Status) != false
        && (query.DefinitionIdentity is null || query.DefinitionIdentity.Equals(DefinitionIdentity))
        && (query.IsSuspended is not { } isSuspended || isSuspended == IsSuspended)
        && (query.BookmarkName is null || Bookmarks.Any(bookmark => bookmark.Name == query.BookmarkName));

    public InstanceSummary ToSummary(InstanceOwner? owner, int messages) => new()
    {
        InstanceId = InstanceId,
        DefinitionIdentity = DefinitionIdentity,
        Status = Status,
        CreatedAt = Created,
        UpdatedAt = Updated,
        DueAt = Due,
        OwnerId = owner?.Id,
        OwnerName = owner?.Options.Name,
        FailureCount = Failures?.Count ?? 0,
        LastFailure = Failures?.LastFailure,
        RetryAt = IsCompleted ? null : Failures?.RetryAt,
        IsSuspended = IsSuspended,
        Bookmarks = [.. Bookmarks],
        PendingMessageCount = messages,
        Values = PlainValues.Copy(InitialValues.Where(value => !Values.ContainsKey(value.Key)).Concat(Values).ToDictionary()),
    };

    /// <summary>
    /// Returns the time from which the instance is runnable when it is not locked. An instance that was loaded and not saved is ordered after those that
    /// are already runnable.
    /// </summary>
    private DateTimeOffset? RunnableFrom(DateTimeOffset now)
    {
        if (IsCompleted || Failures is { IsSuspended: true })
        {
            return null;
        }

        DateTimeOffset? due = Status == InstanceStatus.Executing || (IsUnsaved && Due < now) ? now : Due;
        return Failures?.RetryAt > due ? Failures.RetryAt : due;
    }

    private FrozenSet<Guid> KeysAfter(InstanceSave save) => save.KeysAdded.Count == 0 && save.KeysRemoved.Count == 0
        ? Keys
        : Keys.Union(save.KeysAdded).Except(save.KeysRemoved).ToFrozenSet();
}
