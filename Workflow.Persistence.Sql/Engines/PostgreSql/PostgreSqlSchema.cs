using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Creates and upgrades the schema in one transaction. A lock of the database keeps other processes away meanwhile.</summary>
internal sealed class PostgreSqlSchema(PostgreSqlDatabase database)
{
    public async Task EnsureAsync(CancellationToken cancellationToken)
    {
        DbConnection connection = await database.OpenUncheckedAsync(cancellationToken).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            DbTransaction transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using (transaction.ConfigureAwait(false))
            {
                await RunAsync(connection, database["SchemaLock"].Text, cancellationToken).ConfigureAwait(false);
                int version = await database.VersionOfAsync(connection, cancellationToken).ConfigureAwait(false);
                database.RefuseNewer(version);
                for (int next = version; next < database.SchemaVersions.Count; next++)
                {
                    await RunAsync(connection, database.SchemaVersions[next], cancellationToken).ConfigureAwait(false);
                }

                await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private async Task RunAsync(DbConnection connection, string script, CancellationToken cancellationToken)
    {
        DbCommand command = connection.CreateCommand();
        await using (command.ConfigureAwait(false))
        {
#pragma warning disable CA2100 // The text is a file of this assembly, with a schema name that was checked.
            command.CommandText = script;
#pragma warning restore CA2100
            command.CommandTimeout = database.TimeoutSeconds;
            await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
