using System.Data.Common;

namespace Workflow.Perf.Peers.Driving;

/// <summary>
/// The effect of a step: a row in the table of the application. Nothing prevents a second row for the same step, so that duplicate effects can be counted.
/// </summary>
internal static class Effects
{
    /// <summary>Adds the row on a connection, in its current transaction if there is one.</summary>
    public static async Task AddAsync(DbConnection connection, DbTransaction? transaction, Guid instance, int step)
    {
        await using DbCommand command = connection.CreateCommand();
        command.Transaction = transaction;
        command.CommandText = "INSERT INTO effect (instance, step) VALUES (@instance, @step)";
        Add(command, "instance", connection is Microsoft.Data.Sqlite.SqliteConnection ? instance.ToString() : instance);
        Add(command, "step", step);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Simulates the work of an effect before its statement.</summary>
    public static Task WorkAsync() => Marks.Work > TimeSpan.Zero ? Task.Delay(Marks.Work, TimeProvider.System) : Task.CompletedTask;

    private static void Add(DbCommand command, string name, object value)
    {
        DbParameter parameter = command.CreateParameter();
        parameter.ParameterName = name;
        parameter.Value = value;
        command.Parameters.Add(parameter);
    }
}
