using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Creates and upgrades the schema in one transaction, under a lock of the database that excludes other processes.</summary>
internal sealed class ServerSchema(ServerDatabase database)
{
    /// <summary>Creates or upgrades the schema; returns the previous version, 0 if there was no schema.</summary>
    public async Task<int> EnsureAsync(CancellationToken cancellationToken)
    {
        DbConnection connection = await database.OpenUncheckedAsync(cancellationToken).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            await database.ExamineAsync(connection, cancellationToken).ConfigureAwait(false);
            DbTransaction transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using (transaction.ConfigureAwait(false))
            {
                await LockAsync(connection, transaction, cancellationToken).ConfigureAwait(false);
                int version = await database.VersionOfAsync(connection, transaction, cancellationToken).ConfigureAwait(false);
                database.RefuseNewer(version);
                for (int next = version; next < database.SchemaVersions.Count; next++)
                {
                    foreach (string part in database.PartsOf(database.SchemaVersions[next]))
                    {
                        await RunAsync(transaction, part, cancellationToken).ConfigureAwait(false);
                    }
                }

                await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
                return version;
            }
        }
    }

    private async Task LockAsync(DbConnection connection, DbTransaction transaction, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection, transaction);
        await using (call.ConfigureAwait(false))
        {
            await call.Add("SchemaLock").ReadColumnAsync<int>(cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task RunAsync(DbTransaction transaction, string script, CancellationToken cancellationToken)
    {
        DbCommand command = transaction.Connection!.CreateCommand();
        await using (command.ConfigureAwait(false))
        {
#pragma warning disable CA2100 // The text is a resource of this assembly, with a validated schema name.
            command.CommandText = script;
#pragma warning restore CA2100
            command.Transaction = transaction;
            command.CommandTimeout = database.TimeoutSeconds;
            await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
