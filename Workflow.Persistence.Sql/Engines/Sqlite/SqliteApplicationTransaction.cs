using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A transaction of the application on an SQLite file.</summary>
/// <remarks>
/// The transaction has the write lock of the file, so its calls do not use the writing thread of the store, which would wait for the lock. SQLite calls block
/// their thread, so each call runs on a separate thread.
/// </remarks>
/// <param name="database">The file.</param>
/// <param name="owners">Manages owners.</param>
/// <param name="saving">Executes saves and unlocks.</param>
/// <param name="loading">Executes loads.</param>
/// <param name="messages">Manages messages.</param>
/// <param name="options">Provides the renewal period of leases and the clock.</param>
/// <param name="transaction">The transaction.</param>
internal sealed class SqliteApplicationTransaction(
    SqliteDatabase database,
    SqliteOwners owners,
    SqliteSaving saving,
    SqliteLoading loading,
    SqliteMessages messages,
    SqlInstanceStoreOptions options,
    DbTransaction transaction)
    : ApplicationTransaction(transaction, database.ConnectionOf(transaction))
{
    private SqliteSession? _session;

    /// <summary>Runs the calls on a new thread. All calls complete synchronously, so they stay on this thread.</summary>
    public override Task<T> RunAsync<T>(Func<Task<T>> calls) =>
        Task.Factory
            .StartNew(calls, CancellationToken.None, TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default)
            .Unwrap();

    public override Task BeginSavepointAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        _session = database.Join(Connection);
        try
        {
            _session["SavepointBegin"].Run();
        }
        catch
        {
            Leave();
            throw;
        }

        return Task.CompletedTask;
    }

    public override Task RollBackToSavepointAsync()
    {
        try
        {
            _session!["SavepointUndo"].Run();
            _session["SavepointEnd"].Run();
        }
        finally
        {
            Leave();
        }

        return Task.CompletedTask;
    }

    public override Task ReleaseSavepointAsync()
    {
        _session!["SavepointEnd"].Run();
        Leave();
        return Task.CompletedTask;
    }

    public override Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions owner, CancellationToken cancellationToken)
    {
        Guid id = Guid.NewGuid();
        long sid = owners.Create(_session!, id, owner);
        return Task.FromResult(new SqlOwner(id, sid, owner, options.TimeProvider, options.Opened) { RenewalPeriod = options.LeaseRenewalPeriod });
    }

    public override Task RemoveOwnerAsync(SqlOwner owner, CancellationToken cancellationToken)
    {
        SqliteOwners.Remove(_session!, owner);
        return Task.CompletedTask;
    }

    public override Task<StoreResult> SaveAsync(SaveRequest request, CancellationToken cancellationToken) =>
        Task.FromResult(saving.Save(_session!, request, request.DueIn is { } wait ? StoreTime.After(_session!.Now, wait) : null));

    public override Task<StoreResult> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken) =>
        Task.FromResult(new StoreResult(saving.Unlock(_session!, request)));

    public override Task<StoreResult> LoadAsync(LoadRequest request, CancellationToken cancellationToken) =>
        Task.FromResult(loading.Load(_session!, request));

    public override Task<StoreResult> SendAsync(SendRequest request, CancellationToken cancellationToken) =>
        Task.FromResult(messages.Send(_session!, request));

    /// <summary>Returns false, because the transaction is the only writer.</summary>
    public override bool IsConflict(Exception failure) => false;

    public override Exception Translate(Exception failure) => SqliteFailures.Translate(failure, database.File);

    /// <summary>Disposes of the statements on the connection of the application.</summary>
    private void Leave()
    {
        _session?.Detach();
        _session = null;
    }
}
