using System.Transactions;

namespace Workflow.Persistence;

/// <summary>The input and output of participants at one save or load: all at once, and in one transaction where one of them requires it.</summary>
internal static class ParticipantWork
{
    /// <summary>Runs it to its end; when it is asked for an end before, it does not wait for the participants.</summary>
    /// <param name="participants">The participants.</param>
    /// <param name="requiresTransaction">Whether one requires the transaction.</param>
    /// <param name="first">What comes before, in the same transaction if there is one; null: nothing.</param>
    /// <param name="work">The work of one.</param>
    /// <param name="cancellationToken">Asks for an end.</param>
    public static async Task RunAsync(
        PersistenceIOParticipant[] participants,
        Func<PersistenceIOParticipant, bool> requiresTransaction,
        Func<Transaction?, Task>? first,
        Func<PersistenceIOParticipant, Task> work,
        CancellationToken cancellationToken)
    {
        Transaction? ambient = Transaction.Current;
        bool needsOwn = ambient is null && participants.Any(requiresTransaction);
        using CommittableTransaction? own = needsOwn ? new(new TransactionOptions { IsolationLevel = IsolationLevel.ReadCommitted }) : null;
        Transaction? transaction = own ?? ambient;
        if (first is not null)
        {
            await first(transaction).ConfigureAwait(false);
        }

        Task all = Task.WhenAll(participants.Select(participant => InAsync(requiresTransaction(participant) ? transaction : null, () => work(participant))));
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

    /// <summary>Does something in a transaction; null: in whatever is at hand.</summary>
    public static async Task InAsync(Transaction? transaction, Func<Task> work)
    {
        if (transaction is null)
        {
            await work().ConfigureAwait(false);
            return;
        }

        using TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled);
        await work().ConfigureAwait(false);
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
}
