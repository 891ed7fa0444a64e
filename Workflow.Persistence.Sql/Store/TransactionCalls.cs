namespace Workflow.Persistence.Sql;

/// <summary>The calls of a store in a transaction of the application. Calls run one at a time, and each call is atomic.</summary>
/// <remarks>Thread-safe: a call waits for the previous one, because drivers are not thread-safe.</remarks>
/// <param name="transaction">The transaction.</param>
#pragma warning disable CA1001 // A semaphore without a wait handle has nothing to dispose of, and a host may still call late.
internal sealed class TransactionCalls(ApplicationTransaction transaction)
#pragma warning restore CA1001
{
    /// <summary>The maximum number of attempts of a call that collides with concurrent writes of the same key.</summary>
    private const int MaxAttempts = 3;

    private readonly SemaphoreSlim _mutex = new(1);
    private volatile bool _isBroken;
    private volatile bool _isClosed;

    /// <summary>The reason why no call can be made; null if calls can be made.</summary>
    public string? Obstacle => _isBroken
        ? "A call in the transaction of the application has failed, so that nothing more can be written in it; roll it back and begin again."
        : _isClosed || transaction.IsOver
            ? "The transaction of the application has ended, or its store was disposed, so that nothing more can be written in it; load the instance again from the 'SqlInstanceStore', which has what was committed."
            : null;

    /// <summary>Makes a call.</summary>
    /// <param name="owner">The owner that makes the call.</param>
    /// <param name="call">The call; receives the row of the owner.</param>
    /// <param name="lockAfter">Returns the lock after a successful call.</param>
    /// <param name="obstacle">Creates the exception for an unusable transaction.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The answer. Nothing was changed if the outcome is not done.</returns>
    public Task<StoreResult> RunAsync(
        TransactionOwner owner,
        Func<SqlOwner, CancellationToken, Task<StoreResult>> call,
        Func<StoreResult, HeldLock> lockAfter,
        Func<string, Exception> obstacle,
        CancellationToken cancellationToken) => RunAsync(() => InSavepointAsync(owner, call, lockAfter, cancellationToken), obstacle, cancellationToken);

    /// <summary>Makes a call that needs no owner.</summary>
    /// <param name="call">The call.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The answer. Nothing was changed if the outcome is not done.</returns>
    public Task<StoreResult> RunAsync(Func<CancellationToken, Task<StoreResult>> call, CancellationToken cancellationToken) =>
        RunAsync(() => InSavepointAsync(call, cancellationToken), static obstacle => new InstancePersistenceException(obstacle), cancellationToken);

    private async Task<StoreResult> RunAsync(Func<Task<StoreResult>> marked, Func<string, Exception> obstacle, CancellationToken cancellationToken)
    {
        await _mutex.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            for (int attempt = 1; ; attempt++)
            {
                if (Obstacle is { } reason)
                {
                    throw obstacle(reason);
                }

                try
                {
                    return await transaction.RunAsync(marked).ConfigureAwait(false);
                }
                catch (Exception failure) when (attempt < MaxAttempts && !_isBroken && transaction.IsConflict(failure))
                {
                    // The other call has committed, so the next attempt sees its changes.
                }
                catch (Exception failure) when (failure is not OperationCanceledException)
                {
                    throw Translated(failure);
                }
            }
        }
        finally
        {
            _mutex.Release();
        }
    }

    /// <summary>
    /// Releases all locks of the owners and refuses further calls. Does not throw: locks that cannot be released are released when their lease ends.
    /// </summary>
    public async Task CloseAsync(IReadOnlyCollection<TransactionOwner> owners)
    {
        await _mutex.WaitAsync().ConfigureAwait(false);
        try
        {
            foreach (TransactionOwner owner in owners.Where(owner => Obstacle is null && owner.Row is not null))
            {
                owner.ReturnAll();
                await transaction.RunAsync(() => InSavepointAsync(owner, null, null, CancellationToken.None)).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // Ignored, because the application gets the failure from its commit.
        }
        finally
        {
            _isClosed = true;
            _mutex.Release();
        }
    }

    private async Task<StoreResult> InSavepointAsync(
        TransactionOwner owner,
        Func<SqlOwner, CancellationToken, Task<StoreResult>>? call,
        Func<StoreResult, HeldLock>? lockAfter,
        CancellationToken cancellationToken)
    {
        await transaction.BeginSavepointAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            IReadOnlyList<HeldLock> returned = owner.Returned;
            SqlOwner row = owner.Row ?? await transaction.CreateOwnerAsync(owner.Options, cancellationToken).ConfigureAwait(false);
            foreach (HeldLock held in returned)
            {
                await transaction.UnlockAsync(new UnlockRequest(row, held.InstanceId, held.Version, held.Failure), cancellationToken).ConfigureAwait(false);
            }

            StoreResult result = call is null ? StoreResult.Done : await call(row, cancellationToken).ConfigureAwait(false);
            if (result.Outcome != StoreOutcome.Done)
            {
                await transaction.RollBackToSavepointAsync().ConfigureAwait(false);
                ForgetIfGone(owner, result);
                return result;
            }

            HeldLock? after = lockAfter?.Invoke(result);
            bool isFree = owner.IsFreeAfter(returned, after);
            if (isFree)
            {
                await transaction.RemoveOwnerAsync(row, cancellationToken).ConfigureAwait(false);
            }

            await transaction.ReleaseSavepointAsync().ConfigureAwait(false);
            owner.Update(isFree ? null : row, returned, after);
            return result;
        }
        catch (Exception)
        {
            await TryRollBackToSavepointAsync().ConfigureAwait(false);
            throw;
        }
    }

    private async Task<StoreResult> InSavepointAsync(Func<CancellationToken, Task<StoreResult>> call, CancellationToken cancellationToken)
    {
        await transaction.BeginSavepointAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            StoreResult result = await call(cancellationToken).ConfigureAwait(false);
            await (result.Outcome == StoreOutcome.Done ? transaction.ReleaseSavepointAsync() : transaction.RollBackToSavepointAsync()).ConfigureAwait(false);
            return result;
        }
        catch (Exception)
        {
            await TryRollBackToSavepointAsync().ConfigureAwait(false);
            throw;
        }
    }

    private static void ForgetIfGone(TransactionOwner owner, StoreResult result)
    {
        if (result.Outcome == StoreOutcome.OwnerGone)
        {
            owner.Forget();
        }
    }

    /// <summary>
    /// Rolls back to the savepoint. This fails if the server has rolled back the whole transaction after an error, or if the connection is broken. Then the
    /// transaction is marked as unusable.
    /// </summary>
    private async Task TryRollBackToSavepointAsync()
    {
        try
        {
            await transaction.RollBackToSavepointAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            _isBroken = true;
        }
    }

    private Exception Translated(Exception failure)
    {
        Exception translated = failure is ArgumentException or ObjectDisposedException ? failure : transaction.Translate(failure);
        return _isBroken
            ? new InstancePersistenceException(
                $"The transaction of the application must be rolled back, because a call of the store in it failed: {translated.Message}", failure)
            : translated;
    }
}
