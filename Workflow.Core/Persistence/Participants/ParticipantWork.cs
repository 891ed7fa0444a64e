using System.Transactions;

namespace Workflow.Persistence;

/// <summary>The input and output of participants at one save or load: all at once, and in one transaction where one of them requires it.</summary>
internal static class ParticipantWork
{
    /// <summary>Runs it to its end; when it is asked for an end before, it waits neither for the participants nor for the end of the transaction.</summary>
    /// <param name="participants">The participants.</param>
    /// <param name="requiresTransaction">Whether one requires the transaction.</param>
    /// <param name="first">What comes before, in the same transaction if there is one; null: nothing.</param>
    /// <param name="work">The work of one.</param>
    /// <param name="cancellationToken">Asks for an end.</param>
    public static async Task RunAsync(
        PersistenceIOParticipant[] participants,
        Func<PersistenceIOParticipant, bool> requiresTransaction,
        Func<Transaction?, Task>? first,
        Func<PersistenceIOParticipant, CancellationToken, Task> work,
        CancellationToken cancellationToken)
    {
        Transaction? ambient = Transaction.Current;
        if (ambient is not null || !participants.Any(requiresTransaction))
        {
            await WorkInAsync(ambient).ConfigureAwait(false);
            return;
        }

        CommittableTransaction own = new(new TransactionOptions { IsolationLevel = IsolationLevel.ReadCommitted });
        Task? unfinished = null;
        try
        {
            await WorkInAsync(own).ConfigureAwait(false);
            await StoreCall.RunAsync(_ => Task.Factory.FromAsync(own.BeginCommit, own.EndCommit, null), cancellationToken, late => unfinished = late).ConfigureAwait(false);
        }
        finally
        {
            // One that is being committed is left to whoever hangs in it: to dispose of it would wait for that.
            _ = DisposeAsync(own, unfinished ?? Task.CompletedTask);
        }

        async Task WorkInAsync(Transaction? transaction)
        {
            if (first is not null)
            {
                await first(transaction).ConfigureAwait(false);
            }

            await StoreCall.BeginAsync(
                token => Task.WhenAll(participants.Select(participant => InAsync(requiresTransaction(participant) ? transaction : null, () => work(participant, token)))),
                cancellationToken,
                _ => Abort(participants)).ConfigureAwait(false);
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

    private static async Task DisposeAsync(CommittableTransaction transaction, Task unfinished)
    {
        await unfinished.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        transaction.Dispose();
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
