using System.Data;
using System.Data.Common;
using Workflow.Perf.Databases;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.ByHand;

/// <summary>The statement of a save, prepared once and run on one connection. Each run commits.</summary>
internal static class SaveStatement
{
    private const string Columns =
        """
        status = @status, lock_owner = @owner, is_unsaved = @false, runnable_at = NULL, turn = @turn, due = NULL, updated = @now, completed = NULL,
        failures = 0, last_failure = NULL, retry_at = NULL, is_suspended = @false, bookmarks_hash = @bookmarks_hash, promoted_hash = @promoted_hash,
        encoding = @encoding, key_id = NULL, state_size = @state_size, state_check = @state_check, saved_values = NULL, state = @state
        """;

    /// <param name="kind">The kind of database.</param>
    /// <param name="size">The size of the state, in bytes.</param>
    /// <param name="count">The number of runs in one repetition.</param>
    public static Action<int> Loop(DatabaseKind kind, int size, int count = 1)
    {
        Database database = Database.Create(kind);
        DbCommand command = Prepare(database, size);
        int turn = 0;
        return repetitions =>
        {
            for (int i = 0; i < repetitions * count; i++)
            {
                command.Parameters["@turn"].Value = (long)++turn;
                if (command.ExecuteNonQuery() != 1)
                {
                    throw new InvalidOperationException("The statement by hand has not found its row.");
                }
            }
        };
    }

    private static DbCommand Prepare(Database database, int size)
    {
        Guid id = Guid.NewGuid();
        SqlInstanceStore store = database.NewStore();
        InstanceOwner owner = store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None).GetAwaiter().GetResult();
        store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = new byte[size] }, CancellationToken.None)
            .GetAwaiter().GetResult();
        long holder = database.Read<long>("SELECT lock_owner FROM workflow.instance");
        DbConnection connection = database.Open();
        string set = Columns.Replace("@false", database.TextOf(false), StringComparison.Ordinal).Replace("@now", database.Now, StringComparison.Ordinal);
        DbCommand command = database.Command(
            connection, $"UPDATE workflow.instance SET {set} WHERE instance_id = @id AND lock_owner = @owner AND lock_version = 1");
        foreach ((string name, object value) in new (string, object)[]
        {
            ("@status", (short)1), ("@owner", holder), ("@turn", 0L), ("@bookmarks_hash", 0L), ("@promoted_hash", 0L), ("@encoding", (short)0),
            ("@state_size", size),
            ("@state_check", 1L), ("@state", new byte[size]), ("@id", database.IdOf(id)),
        })
        {
            DbParameter parameter = command.CreateParameter();
            parameter.ParameterName = name;
            parameter.DbType = TypeOf(value);
            parameter.Value = value;
            if (value is byte[] bytes)
            {
                // SQL Server prepares only parameters that have a type and a size.
                parameter.Size = bytes.Length;
            }

            command.Parameters.Add(parameter);
        }

        if (database is SqliteDatabase)
        {
            using DbCommand full = database.Command(connection, "PRAGMA synchronous = FULL");
            full.ExecuteNonQuery();
        }

        command.Prepare();
        return command;
    }

    private static DbType TypeOf(object value) => value switch
    {
        short => DbType.Int16,
        int => DbType.Int32,
        long => DbType.Int64,
        byte[] => DbType.Binary,
        Guid => DbType.Guid,
        _ => DbType.String,
    };
}
