using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The writes of a store in one <see cref="Transaction"/>. Each write is tried at once and rolled back; all writes are executed, and checked again, when the
/// transaction commits.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal abstract class TransactionWrites<TWrite>(Transaction transaction) : IDisposable
    where TWrite : TransactionWrite
{
    private readonly SemaphoreSlim _mutex = new(1);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile IReadOnlyList<TWrite> _writes = [];
    private volatile bool _isEnding;

    public string Id { get; } = transaction.TransactionInformation.LocalIdentifier;

    /// <summary>The writes to execute at the commit, in this order.</summary>
    public IReadOnlyList<TWrite> Writes => _writes;

    /// <summary>Completes when the transaction has ended, whatever its outcome.</summary>
    public Task Ended => _ended.Task;

    /// <summary>Enlists in the transaction.</summary>
    public abstract void Enlist(Transaction transaction);

    /// <summary>Tries a write, which is kept for the commit if its outcome is done.</summary>
    /// <exception cref="TransactionException">The transaction is ending.</exception>
    public async Task<StoreResult> AddAsync(TWrite write, CancellationToken cancellationToken)
    {
        await _mutex.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ThrowIfEnding();
            TWrite[] before = [.. _writes.Where(other => other.InstanceId == write.InstanceId)];
            StoreResult result = await TryAsync(before, write, cancellationToken).ConfigureAwait(false);
            if (result.Outcome == StoreOutcome.Done)
            {
                _writes = [.. _writes, write];
            }

            return result;
        }
        finally
        {
            _mutex.Release();
        }
    }

    /// <summary>Returns the connection on which the application can write in the transaction.</summary>
    /// <exception cref="TransactionException">The transaction is ending.</exception>
    public async Task<DbConnection> LendAsync(CancellationToken cancellationToken)
    {
        await _mutex.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ThrowIfEnding();
            return await ConnectAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _mutex.Release();
        }
    }

    public virtual void Dispose() => _mutex.Dispose();

    /// <summary>Executes a write and rolls it back, to determine the answer.</summary>
    /// <param name="before">The earlier writes of the transaction to the same instance.</param>
    /// <param name="write">The write to try.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    protected abstract Task<StoreResult> TryAsync(IReadOnlyList<TWrite> before, TWrite write, CancellationToken cancellationToken);

    /// <summary>Returns the connection to lend, the same one for each call.</summary>
    protected abstract Task<DbConnection> ConnectAsync(CancellationToken cancellationToken);

    /// <summary>Refuses further writes.</summary>
    protected void RefuseMore() => _isEnding = true;

    /// <summary>Waits until a write that is being tried is part of the transaction. Later writes are refused.</summary>
    protected async Task WaitForAddedAsync()
    {
        await _mutex.WaitAsync().ConfigureAwait(false);
        _mutex.Release();
    }

    protected void MarkEnded() => _ended.TrySetResult();

    private void ThrowIfEnding()
    {
        if (_isEnding)
        {
            throw new TransactionException("The transaction is ending or has ended; save before it is completed.");
        }
    }
}
