using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>The data of one save of an instance (rule 7.5.1). The data does not change until the save has ended.</summary>
/// <remarks>
/// A value is <em>plain</em> if it is null, a <see cref="string"/>, <see cref="bool"/>, <see cref="char"/>, a number of the language, a
/// <see cref="Guid"/>, <see cref="DateTime"/>, <see cref="DateTimeOffset"/>, <see cref="DateOnly"/>, <see cref="TimeOnly"/>, <see cref="TimeSpan"/>,
/// <see cref="Uri"/>, a byte array, or, for anything else, the <see cref="System.Text.Json.JsonElement"/> that a serializer created.
/// </remarks>
public sealed record InstanceSave
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>
    /// The version of the lock that the first save of an instance takes. If the answer to the first save is lost, a host can use this version to continue
    /// or to unlock the instance.
    /// </summary>
    public const long FirstLockVersion = 1;

    /// <summary>The version of the lock that the caller holds, from the last save or load; 0, the default, for the first save.</summary>
    public long LockVersion { get; init; }

    /// <summary>The identity of the definition that the instance was started with, the same in each save; null, the default, for none.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The status of the instance.</summary>
    public required InstanceStatus Status { get; init; }

    /// <summary>
    /// The state data of the instance, for <see cref="StoredInstance.State"/>. A store does not interpret it. Empty, the default, for a completed instance.
    /// </summary>
    public ReadOnlyMemory<byte> State { get; init; }

    /// <summary>All named bookmarks at which the instance waits; none by default. They replace those of the last save.</summary>
    public IReadOnlyList<SavedBookmark> Bookmarks { get; init; } = [];

    /// <summary>
    /// The time after the call, by the clock of the store, at which the instance must be loaded because a timer is due. Zero or negative means now; null,
    /// the default, means no timer. Replaces the value of the last save.
    /// </summary>
    public TimeSpan? DueIn { get; init; }

    /// <summary>Plain values for queries, which a load does not return; none by default. They replace those of the last save.</summary>
    public IReadOnlyDictionary<XName, object?> WriteOnlyValues { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;

    /// <summary>Values like <see cref="WriteOnlyValues"/> that are kept as long as the instance; none by default. Allowed in the first save only.</summary>
    public IReadOnlyDictionary<XName, object?> InitialValues { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;

    /// <summary>
    /// Keys to add to the instance, for <see cref="InstanceLoad.Key"/>; none by default. Keys that the instance already has are ignored.
    /// </summary>
    public IReadOnlyCollection<Guid> KeysAdded { get; init; } = [];

    /// <summary>Keys to remove from the instance; none by default. Unknown keys are ignored. The completion of an instance removes all its keys.</summary>
    public IReadOnlyCollection<Guid> KeysRemoved { get; init; } = [];

    /// <summary>
    /// The numbers of the messages whose effects this save contains; none by default. The store removes the messages in the same atomic step. Numbers of
    /// messages that no longer wait are ignored.
    /// </summary>
    public IReadOnlyCollection<long> MessagesConsumed { get; init; } = [];

    /// <summary>
    /// The number of other messages that the host has received and that wait for a bookmark which the instance does not have; 0 by default. If more
    /// messages than these wait when a save unlocks the instance, the instance is runnable.
    /// </summary>
    public int PendingMessageCount { get; init; }

    /// <summary>
    /// Identifies the request that starts the instance, for the first save only; null, the default, for none. If an instance was started with the same id,
    /// the save fails with an <see cref="InstanceCollisionException"/> that has the id of that instance. This also applies after its completion, as long as
    /// the store remembers the id of the request.
    /// </summary>
    public Guid? RequestId { get; init; }

    /// <summary>True to unlock the instance; false by default.</summary>
    public bool Unlock { get; init; }

    /// <summary>
    /// True if the transaction in which the save is made commits right after the save; false by default. A store may defer its writes to the commit, so
    /// that a long transaction does not hold the row of the instance; if this value is true, it may write at once.
    /// </summary>
    /// <remarks>A hint for stores in a database, which a store may ignore, so editors hide it.</remarks>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool CommitsAtOnce { get; init; }

    /// <summary>
    /// True if the instance has completed; false by default. A completed instance is unlocked and cannot be loaded; the store keeps or deletes its data.
    /// </summary>
    public bool Complete { get; init; }

    /// <summary>Throws an exception if a save can never be made, independent of the content of the store. For stores.</summary>
    /// <param name="save">The save.</param>
    /// <exception cref="ArgumentNullException">The save is null.</exception>
    /// <exception cref="ArgumentException">
    /// The save is not the first one and has initial values, or <see cref="PendingMessageCount"/> is negative.
    /// </exception>
    public static void Validate(InstanceSave save)
    {
        ArgumentNullException.ThrowIfNull(save);
        if (save.PendingMessageCount < 0)
        {
            throw new ArgumentException($"A save of the instance '{save.InstanceId}' leaves {save.PendingMessageCount} messages; pass zero or more.", nameof(save));
        }

        if (save.LockVersion != 0 && save.InitialValues.Count > 0)
        {
            throw new ArgumentException(
                $"A later save of the instance '{save.InstanceId}' contains initial values; pass them to the first save.", nameof(save));
        }
    }

    /// <summary>Creates the save that is sent to the store. Only the first save, which has no version, may have initial values and a request id.</summary>
    internal InstanceSave UnderLock(long lockVersion, bool unlock) => this with
    {
        LockVersion = lockVersion,
        InitialValues = lockVersion == 0 ? InitialValues : ReadOnlyDictionary<XName, object?>.Empty,
        RequestId = lockVersion == 0 ? RequestId : null,
        Unlock = unlock,
    };
}
