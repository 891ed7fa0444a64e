using System.Data.Common;
using Dapper;

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
                ServerStatement schemaLock = new("SchemaLock") { Transaction = transaction };
                await database.QueryAsync<int>(connection, schemaLock, cancellationToken).ConfigureAwait(false);
                int version = await database.VersionOfAsync(connection, transaction, cancellationToken).ConfigureAwait(false);
                database.RefuseNewer(version);
                for (int next = version; next < database.SchemaVersions.Count; next++)
                {
                    foreach (string part in database.PartsOf(database.SchemaVersions[next]))
                    {
                        CommandDefinition command = new(part, null, transaction, database.TimeoutSeconds, cancellationToken: cancellationToken);
                        await connection.ExecuteAsync(command).ConfigureAwait(false);
                    }
                }

                await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
                return version;
            }
        }
    }
}
