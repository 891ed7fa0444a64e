using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A transaction of the application on a server.</summary>
/// <param name="parts">The components that execute the calls.</param>
/// <param name="transaction">The transaction.</param>
/// <param name="numberOf">
/// Returns the number of a definition. A new definition is committed at once on another connection, because other transactions also need its number.
/// </param>
/// <param name="clock">The clock of this process.</param>
internal sealed class ServerApplicationTransaction(
    ServerParts parts, DbTransaction transaction, Func<WorkflowIdentity?, CancellationToken, Task<int>> numberOf, TimeProvider clock)
    : ApplicationTransaction(transaction, parts.Database.ConnectionOf(transaction))
{
    /// <summary>True if setting a savepoint has failed because of a broken connection. The driver itself may detect this only later.</summary>
    private volatile bool _isBroken;

    public override bool IsOver => _isBroken || base.IsOver;

    public override Task<T> RunAsync<T>(Func<Task<T>> calls) => calls();

    public override async Task BeginSavepointAsync(CancellationToken cancellationToken)
    {
        await parts.Database.CheckAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await ExecuteAsync("SavepointBegin", cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure) when (!IsInUse(failure) && parts.Database.Failures.IsBroken(failure))
        {
            _isBroken = true;
            throw;
        }
    }

    public override Task RollBackToSavepointAsync() => ExecuteAsync("SavepointUndo", CancellationToken.None);

    public override Task ReleaseSavepointAsync() => ExecuteAsync("SavepointEnd", CancellationToken.None);

    public override Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        parts.Owners.CreateAsync(Connection, options, cancellationToken);

    public override Task RemoveOwnerAsync(SqlOwner owner, CancellationToken cancellationToken) =>
        parts.Owners.RemoveAsync(Connection, owner, cancellationToken);

    public override async Task<StoreResult> SaveAsync(SaveRequest request, CancellationToken cancellationToken)
    {
        long since = clock.GetTimestamp();
        int definition = request.LockVersion != 0 || request.Deletes ? 0 : await numberOf(request.Identity, cancellationToken).ConfigureAwait(false);
        return await WriteAsync(new ServerSave(request, definition, since), cancellationToken).ConfigureAwait(false);
    }

    public override Task<StoreResult> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken) =>
        WriteAsync(new ServerUnlock(request, clock.GetTimestamp()), cancellationToken);

    public override async Task<StoreResult> LoadAsync(LoadRequest request, CancellationToken cancellationToken)
    {
        try
        {
            return await parts.Loading.LoadAsync(Connection, request, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // The lock of a load without an answer is rolled back with the transaction, so the load need not be tracked.
            parts.Unacknowledged.Forget(request.Owner);
        }
    }

    public override Task<StoreResult> SendAsync(SendRequest request, CancellationToken cancellationToken) =>
        parts.Messages.SendAsync(Connection, Transaction, request, cancellationToken);

    public override bool IsConflict(Exception failure) => parts.Database.Failures.IsConflict(failure);

    public override Exception Translate(Exception failure) => IsInUse(failure)
        ? new InstancePersistenceException(
            $"{parts.Database.FullName} refuses a call of the store on the connection of the transaction: {failure.Message.ReplaceLineEndings(" ").TrimEnd('.', ' ')}; close readers, and do not use the connection while an instance is saved or loaded.",
            failure)
        : parts.Database.Failures.Translate(failure, parts.Database);

    /// <summary>Returns true if the connection is in use by another command. Drivers report this in different ways, without an error code.</summary>
    private static bool IsInUse(Exception failure) =>
        failure is InvalidOperationException || failure.GetType().Name == "NpgsqlOperationInProgressException";

    private async Task<StoreResult> WriteAsync(ServerWrite write, CancellationToken cancellationToken) =>
        (await parts.Saving.WriteAsync(Connection, Transaction, [write], isRepeated: false, cancellationToken).ConfigureAwait(false))[0]
        ?? throw new InstancePersistenceException(
            $"The instance '{write.InstanceId}' cannot be written in the transaction, because other calls change the same rows; try again.");

    /// <summary>
    /// Executes a statement as its own command, without the session settings of other calls, which would otherwise remain on the connection of the application.
    /// </summary>
    private async Task ExecuteAsync(string name, CancellationToken cancellationToken)
    {
        string text = parts.Database.Statement(name);
        if (text.Length == 0)
        {
            return;
        }

        DbCommand command = Connection.CreateCommand();
        await using (command.ConfigureAwait(false))
        {
#pragma warning disable CA2100 // The text is a resource of this assembly.
            command.CommandText = text;
#pragma warning restore CA2100
            command.Transaction = Transaction;
            command.CommandTimeout = parts.Database.TimeoutSeconds;
            await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
