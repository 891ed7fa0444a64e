using System.Collections.ObjectModel;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>
/// The calls of participants at one save or load (rule 7.8). At a save, all participants collect, then all map, then the store writes, and then the
/// participants with input and output work concurrently. At a load, these participants work concurrently first, and then each participant gets its values.
/// </summary>
internal sealed class PersistencePipeline
{
    private readonly IReadOnlyList<PersistenceParticipant> _participants;
    private readonly PersistenceIOParticipant[] _ioParticipants;

    /// <summary>The collected values; null for none. Most instances have no values, so the dictionaries are created on first use.</summary>
    private Dictionary<XName, object?>? _readWriteValues, _writeOnlyValues;

    public PersistencePipeline(IReadOnlyList<PersistenceParticipant> participants)
    {
        _participants = participants;
        _ioParticipants = participants.Count == 0 ? [] : [.. participants.OfType<PersistenceIOParticipant>()];
    }

    /// <summary>True if participants have input and output, which takes additional time after the store has written.</summary>
    public bool HasInputAndOutput => _ioParticipants.Length > 0;

    /// <summary>The collected read-write values.</summary>
    public ReadOnlyDictionary<XName, object?> ReadWriteValues => ViewOf(_readWriteValues);

    /// <summary>The collected and mapped write-only values, and the mapped variables of the instance.</summary>
    public ReadOnlyDictionary<XName, object?> WriteOnlyValues => ViewOf(_writeOnlyValues);

    /// <summary>Collects and maps the values of all participants.</summary>
    /// <param name="ofInstance">The mapped variables of the instance, which the participants also get when they map.</param>
    /// <exception cref="InvalidOperationException">A name occurs twice.</exception>
    public void Collect(IReadOnlyDictionary<XName, object?> ofInstance)
    {
        foreach ((XName name, object? value) in ofInstance)
        {
            (_writeOnlyValues ??= []).Add(name, value);
        }

        if (_participants.Count == 0)
        {
            return;
        }

        foreach (PersistenceParticipant participant in _participants)
        {
            participant.Collect(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues);
            Add(participant, readWriteValues, ref _readWriteValues);
            Add(participant, writeOnlyValues, ref _writeOnlyValues);
        }

        // All participants map before any result is added: a participant does not get the values that others map.
        List<(PersistenceParticipant Participant, IDictionary<XName, object?>? Values)> mapped =
            [.. _participants.Select(participant => (participant, participant.Map(ReadWriteValues, WriteOnlyValues)))];
        mapped.ForEach(map => Add(map.Participant, map.Values, ref _writeOnlyValues));
    }

    /// <summary>Runs the input and output of the participants of a host without a store. After a cancellation, it does not wait for them.</summary>
    public Task SaveAsync(CancellationToken cancellationToken) => _ioParticipants.Length == 0 ? Task.CompletedTask : SaveAsync(null, cancellationToken);

    /// <summary>Writes the instance and then runs the input and output of the participants, in the same transaction if one requires it.</summary>
    /// <param name="instanceLock">The instance in its store.</param>
    /// <param name="save">The data to write; its lock version is set when the save is sent.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    public Task SaveAsync(InstanceLock instanceLock, InstanceSave save, CancellationToken cancellationToken) => _ioParticipants.Length == 0
        ? instanceLock.SaveAsync(save, save.Unlock, cancellationToken)
        : SaveWithParticipantsAsync(instanceLock, save, cancellationToken);

    /// <summary>Runs the input and output of the participants at a load. If a participant fails, the load fails.</summary>
    /// <param name="readWriteValues">The saved values of all participants.</param>
    /// <param name="cancellationToken">Requests cancellation. The participants are then not awaited.</param>
    public async Task LoadAsync(IReadOnlyDictionary<XName, object?> readWriteValues, CancellationToken cancellationToken)
    {
        foreach ((XName name, object? value) in readWriteValues)
        {
            (_readWriteValues ??= []).Add(name, value);
        }

        if (_ioParticipants.Length == 0)
        {
            return;
        }

        await ParticipantWork.RunAsync(
            _ioParticipants,
            static participant => participant.IsLoadTransactionRequired,
            null,
            (participant, token) => participant.LoadAsync(ReadWriteValues, token),
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Passes the saved values to all participants, in their order.</summary>
    public void Publish()
    {
        foreach (PersistenceParticipant participant in _participants)
        {
            participant.Publish(ReadWriteValues);
        }
    }

    private async Task SaveWithParticipantsAsync(InstanceLock instanceLock, InstanceSave save, CancellationToken cancellationToken)
    {
        // A participant may still fail after the write. Then the instance must be as before. So the write does not unlock it, and the earlier lock version
        // is kept for the rollback.
        long lockVersion = instanceLock.LockVersion;
        bool isUndoneByFailure = false;
        try
        {
            await SaveAsync(
                transaction =>
                {
                    isUndoneByFailure = transaction is not null && instanceLock.Store.Capabilities.JoinsTransactions;
                    return ParticipantWork.InAsync(
                        isUndoneByFailure ? transaction : null, () => instanceLock.SaveAsync(save, unlock: false, cancellationToken));
                },
                cancellationToken).ConfigureAwait(false);
        }
        catch when (isUndoneByFailure)
        {
            instanceLock.GoBackTo(lockVersion);
            throw;
        }

        if (save.Unlock && !save.Complete)
        {
            await instanceLock.UnlockAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private Task SaveAsync(Func<System.Transactions.Transaction?, Task>? write, CancellationToken cancellationToken) => ParticipantWork.RunAsync(
        _ioParticipants,
        static participant => participant.IsSaveTransactionRequired,
        write,
        (participant, token) => participant.SaveAsync(ReadWriteValues, WriteOnlyValues, token),
        cancellationToken);

    private static ReadOnlyDictionary<XName, object?> ViewOf(Dictionary<XName, object?>? values) =>
        values?.AsReadOnly() ?? ReadOnlyDictionary<XName, object?>.Empty;

    private void Add(PersistenceParticipant participant, IDictionary<XName, object?>? values, ref Dictionary<XName, object?>? target)
    {
        foreach ((XName name, object? value) in values ?? ReadOnlyDictionary<XName, object?>.Empty)
        {
            if (_readWriteValues?.ContainsKey(name) == true || _writeOnlyValues?.ContainsKey(name) == true)
            {
                throw new InvalidOperationException(
                    $"The participant '{participant.GetType()}' saves a value named '{name}', which has been collected already; give each value a name of its own.");
            }

            (target ??= []).Add(name, value);
        }
    }
}
