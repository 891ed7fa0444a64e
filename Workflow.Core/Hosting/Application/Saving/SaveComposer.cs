using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>
/// Creates the data of a save. It is the only class that converts an instance, and the values that its participants have collected, to what a store writes
/// (rule 7.5.1).
/// </summary>
/// <remarks>
/// Used after the participants have collected their values and before anything is awaited, because the instance must not change in between.
/// </remarks>
internal readonly ref struct SaveComposer(Guid instanceId, WorkflowIdentity? identity, PersistenceServices services, PersistencePipeline pipeline)
{
    /// <summary>The additional data of the first save; null if there is none, and for later saves.</summary>
    public InitialData? First { get; init; }

    /// <summary>The messages whose effects the save contains.</summary>
    public IReadOnlyCollection<long> MessagesConsumed { get; init; } = [];

    /// <summary>The number of messages that wait for bookmarks that the instance does not have.</summary>
    public int PendingMessageCount { get; init; }

    /// <summary>Creates the save of an instance that has not ended and continues here or in another process.</summary>
    /// <exception cref="SnapshotException">A value cannot be written.</exception>
    public InstanceSave OfLive(
        InstanceStatus status, ReadOnlyMemory<byte> state, IReadOnlyList<SavedBookmark> bookmarks, bool unlock, bool commitsAtOnce) => new()
        {
            InstanceId = instanceId,
            DefinitionIdentity = identity,
            Status = status,
            State = state,
            Bookmarks = bookmarks,
            DueIn = DueIn(),
            WriteOnlyValues = Participants().Values,
            InitialValues = Initial(),
            KeysAdded = Keys(),
            RequestId = First?.RequestId,
            MessagesConsumed = MessagesConsumed,
            PendingMessageCount = PendingMessageCount,
            Unlock = unlock,
            CommitsAtOnce = commitsAtOnce,
        };

    /// <summary>Creates the save of an instance that has completed, without a state to restore.</summary>
    /// <param name="status">The final status.</param>
    /// <param name="outputs">The out arguments of a root that has closed; null otherwise.</param>
    /// <param name="failure">The exception of a faulted instance; null otherwise.</param>
    /// <exception cref="SnapshotException">A value of a participant cannot be written.</exception>
    public InstanceSave OfCompleted(InstanceStatus status, IReadOnlyDictionary<string, object?>? outputs, Exception? failure) => new()
    {
        InstanceId = instanceId,
        DefinitionIdentity = identity,
        Status = status,
        DueIn = DueIn(),
        WriteOnlyValues = Participants().AddEnd(outputs, failure).Values,
        InitialValues = Initial(),
        KeysAdded = Keys(),
        RequestId = First?.RequestId,
        MessagesConsumed = MessagesConsumed,
        Unlock = true,
        Complete = true,
    };

    private WriteOnlyValues Participants() => new WriteOnlyValues(services).Add(pipeline.WriteOnlyValues);

    private IReadOnlyDictionary<XName, object?> Initial() => new WriteOnlyValues(services).Add(First?.Values).Values;

    /// <summary>Copies the keys, because the save must not change when the application adds keys later.</summary>
    private IReadOnlyCollection<Guid> Keys() => First is { Keys.Count: > 0 } ? [.. First.Keys] : [];

    private TimeSpan? DueIn() => pipeline.WriteOnlyValues.GetValueOrDefault(KnownValues.TimerExpirationTime) switch
    {
        DateTime due => due.ToUniversalTime() - services.Clock.GetUtcNow().UtcDateTime,
        DateTimeOffset due => due - services.Clock.GetUtcNow(),
        _ => null,
    };
}
