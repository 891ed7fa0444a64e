using System.Collections.ObjectModel;
using System.Transactions;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>One save, as the participants see it: all collect, all map, and then those with input and output work together (rule 7.8).</summary>
internal sealed class PersistencePipeline
{
    private readonly IReadOnlyList<PersistenceParticipant> _participants;
    private readonly Dictionary<XName, object?> _readWriteValues = [];
    private readonly Dictionary<XName, object?> _writeOnlyValues = [];
    private readonly ReadOnlyDictionary<XName, object?> _readWriteView;
    private readonly ReadOnlyDictionary<XName, object?> _writeOnlyView;

    public PersistencePipeline(IReadOnlyList<PersistenceParticipant> participants)
    {
        _participants = participants;
        _readWriteView = new ReadOnlyDictionary<XName, object?>(_readWriteValues);
        _writeOnlyView = new ReadOnlyDictionary<XName, object?>(_writeOnlyValues);
    }

    /// <summary>Takes the values of all participants.</summary>
    /// <exception cref="InvalidOperationException">A name occurs twice.</exception>
    public void Collect()
    {
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

    /// <summary>Runs the input and output of the participants; when it is asked for an end, it does not wait for them.</summary>
    public async Task SaveAsync(CancellationToken cancellationToken)
    {
        PersistenceIOParticipant[] participants = [.. _participants.OfType<PersistenceIOParticipant>()];
        if (participants.Length == 0)
        {
            return;
        }

        Transaction? ambient = Transaction.Current;
        bool needsOwn = ambient is null && participants.Any(participant => participant.IsSaveTransactionRequired);
        using CommittableTransaction? own = needsOwn ? new(new TransactionOptions { IsolationLevel = IsolationLevel.ReadCommitted }) : null;
        Task all = Task.WhenAll(participants.Select(participant => SaveAsync(participant, own ?? ambient, cancellationToken)));
        try
        {
            await all.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!all.IsCompleted)
        {
            Abort(participants);
            throw;
        }

        if (own is not null)
        {
            await Task.Factory.FromAsync(own.BeginCommit, own.EndCommit, null).ConfigureAwait(false);
        }
    }

    private async Task SaveAsync(PersistenceIOParticipant participant, Transaction? transaction, CancellationToken cancellationToken)
    {
        if (!participant.IsSaveTransactionRequired)
        {
            await participant.SaveAsync(_readWriteView, _writeOnlyView, cancellationToken).ConfigureAwait(false);
            return;
        }

        using TransactionScope scope = new(transaction!, TransactionScopeAsyncFlowOption.Enabled);
        await participant.SaveAsync(_readWriteView, _writeOnlyView, cancellationToken).ConfigureAwait(false);
        scope.Complete();
    }

    private static void Abort(PersistenceIOParticipant[] participants)
    {
        foreach (PersistenceIOParticipant participant in participants)
        {
            try
            {
                participant.AbortIO();
            }
            catch (Exception)
            {
                // The instance is being aborted for another reason already.
            }
        }
    }

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
