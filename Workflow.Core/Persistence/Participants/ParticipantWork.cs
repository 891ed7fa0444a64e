using System.Transactions;

namespace Workflow.Persistence;

/// <summary>The input and output of participants at a save or load: concurrently, and in one transaction if a participant requires it.</summary>
internal static class ParticipantWork
{
    /// <summary>
    /// Runs the work until all of it has ended. After a cancellation, it waits neither for the participants nor for the end of the transaction.
    /// </summary>
    /// <param name="participants">The participants.</param>
    /// <param name="requiresTransaction">Returns true if a participant requires a transaction.</param>
    /// <param name="first">Work that runs first, in the same transaction if there is one; null for none.</param>
    /// <param name="work">The work of one participant.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
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
            await StoreCall
                .RunAsync(_ => Task.Factory.FromAsync(own.BeginCommit, own.EndCommit, null), cancellationToken, late => unfinished = late)
                .ConfigureAwait(false);
        }
        finally
        {
            // A transaction that is still committing is disposed later: Dispose would block until the resource manager that delays the commit answers.
            _ = DisposeAsync(own, unfinished ?? Task.CompletedTask);
        }

        async Task WorkInAsync(Transaction? transaction)
        {
            if (first is not null)
            {
                await first(transaction).ConfigureAwait(false);
            }

            await StoreCall.BeginAsync(
                token => Task.WhenAll(participants.Select(
                    participant => InAsync(requiresTransaction(participant) ? transaction : null, () => work(participant, token)))),
                cancellationToken,
                _ => Abort(participants)).ConfigureAwait(false);
        }
    }

    /// <summary>Runs work in a transaction. If the transaction is null, the work runs in the ambient transaction, if any.</summary>
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
                // The instance is already being aborted for another reason.
            }
        }
    }
}
