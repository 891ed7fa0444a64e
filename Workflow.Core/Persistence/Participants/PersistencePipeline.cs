using System.Collections.ObjectModel;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>
/// One save or one load, as the participants see it (rule 7.8). A save: all collect, all map, the store writes, and those with input and output work
/// together. A load: these work together, and then each gets its values back.
/// </summary>
internal sealed class PersistencePipeline
{
    private readonly IReadOnlyList<PersistenceParticipant> _participants;
    private readonly PersistenceIOParticipant[] _ioParticipants;
    private readonly Dictionary<XName, object?> _readWriteValues = [];
    private readonly Dictionary<XName, object?> _writeOnlyValues = [];
    private readonly ReadOnlyDictionary<XName, object?> _readWriteView;
    private readonly ReadOnlyDictionary<XName, object?> _writeOnlyView;

    public PersistencePipeline(IReadOnlyList<PersistenceParticipant> participants)
    {
        _participants = participants;
        _ioParticipants = [.. participants.OfType<PersistenceIOParticipant>()];
        _readWriteView = new ReadOnlyDictionary<XName, object?>(_readWriteValues);
        _writeOnlyView = new ReadOnlyDictionary<XName, object?>(_writeOnlyValues);
    }

    /// <summary>What the participants have collected to get it back.</summary>
    public IReadOnlyDictionary<XName, object?> ReadWriteValues => _readWriteView;

    /// <summary>What they have collected and mapped for others to read, and what the instance itself offers.</summary>
    public IReadOnlyDictionary<XName, object?> WriteOnlyValues => _writeOnlyView;

    /// <summary>Takes the values of all participants.</summary>
    /// <param name="ofInstance">What the instance itself offers for others to read, the participants that map included.</param>
    /// <exception cref="InvalidOperationException">A name occurs twice.</exception>
    public void Collect(IReadOnlyDictionary<XName, object?> ofInstance)
    {
        foreach ((XName name, object? value) in ofInstance)
        {
            _writeOnlyValues.Add(name, value);
        }

        foreach (PersistenceParticipant participant in _participants)
        {
            participant.Collect(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues);
            Add(participant, readWriteValues, _readWriteValues);
            Add(participant, writeOnlyValues, _writeOnlyValues);
        }

        // None sees what another one maps.
        List<(PersistenceParticipant Participant, IDictionary<XName, object?>? Values)> mapped =
            [.. _participants.Select(participant => (participant, participant.Map(_readWriteView, _writeOnlyView)))];
        mapped.ForEach(map => Add(map.Participant, map.Values, _writeOnlyValues));
    }

    /// <summary>Runs the input and output of the participants of a host without a store; when it is asked for an end, it does not wait for them.</summary>
    public Task SaveAsync(CancellationToken cancellationToken) => _ioParticipants.Length == 0 ? Task.CompletedTask : SaveAsync(null, cancellationToken);

    /// <summary>Writes the instance, and then runs the input and output of the participants, in the same transaction where one requires that.</summary>
    /// <param name="instanceLock">The instance in its store.</param>
    /// <param name="save">What to write; its lock version is set when it is sent.</param>
    /// <param name="cancellationToken">Asks for an end.</param>
    public async Task SaveAsync(InstanceLock instanceLock, InstanceSave save, CancellationToken cancellationToken)
    {
        if (_ioParticipants.Length == 0)
        {
            await instanceLock.SaveAsync(save, save.Unlock, cancellationToken).ConfigureAwait(false);
            return;
        }

        // A participant may still fail, and then the instance is to be as it was, its lock included.
        long lockVersion = instanceLock.LockVersion;
        bool isUndoneByFailure = false;
        try
        {
            await SaveAsync(
                transaction =>
                {
                    isUndoneByFailure = transaction is not null && instanceLock.Store.SupportsTransactions;
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

    /// <summary>Runs the input and output of the participants at a load; a failure is one of the load.</summary>
    /// <param name="readWriteValues">What was saved of all participants.</param>
    /// <param name="cancellationToken">Asks for an end; the participants are not waited for then.</param>
    public async Task LoadAsync(IReadOnlyDictionary<XName, object?> readWriteValues, CancellationToken cancellationToken)
    {
        foreach ((XName name, object? value) in readWriteValues)
        {
            _readWriteValues.Add(name, value);
        }

        await ParticipantWork.RunAsync(
            _ioParticipants,
            static participant => participant.IsLoadTransactionRequired,
            null,
            (participant, token) => participant.LoadAsync(_readWriteView, token),
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Gives all participants their values back, in their order.</summary>
    public void Publish()
    {
        foreach (PersistenceParticipant participant in _participants)
        {
            participant.Publish(_readWriteView);
        }
    }

    private Task SaveAsync(Func<System.Transactions.Transaction?, Task>? write, CancellationToken cancellationToken) => ParticipantWork.RunAsync(
        _ioParticipants,
        static participant => participant.IsSaveTransactionRequired,
        write,
        (participant, token) => participant.SaveAsync(_readWriteView, _writeOnlyView, token),
        cancellationToken);

    private void Add(PersistenceParticipant participant, IDictionary<XName, object?>? values, Dictionary<XName, object?> target)
    {
        foreach ((XName name, object? value) in values ?? ReadOnlyDictionary<XName, object?>.Empty)
        {
            if (_readWriteValues.ContainsKey(name) || _writeOnlyValues.ContainsKey(name))
            {
                throw new InvalidOperationException(
                    $"The participant '{participant.GetType()}' saves a value named '{name}', which has been collected already; give each value a name of its own.");
            }

            target.Add(name, value);
        }
    }
}
