using System.Collections.ObjectModel;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>All that one save of an instance writes (rule 7.5.1). Plain data: nothing in it changes until the save has ended.</summary>
/// <remarks>
/// A value is <em>plain</em> if it is null, a <see cref="string"/>, <see cref="bool"/>, <see cref="char"/>, a number of the language, a
/// <see cref="Guid"/>, <see cref="DateTime"/>, <see cref="DateTimeOffset"/>, <see cref="DateOnly"/>, <see cref="TimeOnly"/>, <see cref="TimeSpan"/>,
/// <see cref="Uri"/>, a byte array, or, for anything else, the <see cref="System.Text.Json.JsonElement"/> that a serializer made of it.
/// </remarks>
public sealed class InstanceSave
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>The version of the lock that the first save of an instance takes, so that a host whose first save had no answer can go on or give the instance back.</summary>
    public const long FirstLockVersion = 1;

    /// <summary>The version of the lock that the caller holds, from the last save or load; 0, the default: this is the first save.</summary>
    public long LockVersion { get; init; }

    /// <summary>The definition that the instance was started with, the same in each save; null, the default: none was named.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The state that the instance is in.</summary>
    public required InstanceStatus Status { get; init; }

    /// <summary>The instance itself, for <see cref="StoredInstance.State"/>; a store does not look into it. Empty, the default, when it has completed.</summary>
    public ReadOnlyMemory<byte> State { get; init; }

    /// <summary>All named bookmarks at which the instance waits; none by default. They replace those of the last save.</summary>
    public IReadOnlyList<SavedBookmark> Bookmarks { get; init; } = [];

    /// <summary>
    /// How long after the call, on the store's clock, the instance is to be loaded because a timer is due; zero or negative: now; null, the default: it waits for no timer.
    /// Replaces that of the last save.
    /// </summary>
    public TimeSpan? DueIn { get; init; }

    /// <summary>Values for others to read, which no load brings back, all of them plain; none by default. They replace those of the last save.</summary>
    public IReadOnlyDictionary<XName, object?> WriteOnlyValues { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;

    /// <summary>Values like <see cref="WriteOnlyValues"/> that stay as long as the instance; none by default, and only allowed in the first save.</summary>
    public IReadOnlyDictionary<XName, object?> InitialValues { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;

    /// <summary>Keys that now stand for the instance in <see cref="InstanceStore.LoadByKeyAsync"/>; none by default. Those it has already are ignored.</summary>
    public IReadOnlyCollection<Guid> KeysAdded { get; init; } = [];

    /// <summary>Keys that no longer stand for it; none by default. Unknown ones are ignored. Completing removes all.</summary>
    public IReadOnlyCollection<Guid> KeysRemoved { get; init; } = [];

    /// <summary>Whether the lock is given back; false by default.</summary>
    public bool Unlock { get; init; }

    /// <summary>
    /// Whether the instance has completed; false by default. It can never be loaded again, its lock is given back, and the store keeps or deletes what it knows of it.
    /// </summary>
    public bool Complete { get; init; }

    /// <summary>The same save as it is sent. Only the first one, which brings no version, may have initial values.</summary>
    internal InstanceSave UnderLock(long lockVersion, bool unlock) => new()
    {
        InstanceId = InstanceId,
        LockVersion = lockVersion,
        DefinitionIdentity = DefinitionIdentity,
        Status = Status,
        State = State,
        Bookmarks = Bookmarks,
        DueIn = DueIn,
        WriteOnlyValues = WriteOnlyValues,
        InitialValues = lockVersion == 0 ? InitialValues : ReadOnlyDictionary<XName, object?>.Empty,
        KeysAdded = KeysAdded,
        KeysRemoved = KeysRemoved,
        Unlock = unlock,
        Complete = Complete,
    };
}
