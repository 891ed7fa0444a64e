using Npgsql;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>The state of instances for libraries that have jobs but no instances: a row in a table of the application.</summary>
/// <remarks>A job changes the row and adds the effect in one transaction. It does nothing if the row shows that the job has already run.</remarks>
internal sealed class JobState(NpgsqlDataSource source)
{
    public const string CountUnfinished = "SELECT count(*) FROM job_instance";

    /// <summary>The state that the jobs of this process change. It is static because jobs are static methods, or are created by the library.</summary>
    public static JobState Current { get; private set; } = null!;

    public static async Task StartAsync(string connectionString)
    {
        Current = new JobState(NpgsqlDataSource.Create(connectionString));
        await Current.ExecuteAsync("CREATE TABLE IF NOT EXISTS job_instance (id uuid PRIMARY KEY, step integer NOT NULL)");
    }

    public Task BeginAsync(Guid instance) => ExecuteAsync("INSERT INTO job_instance (id, step) VALUES ($1, 0)", instance);

    /// <summary>Does the work of a job for a message.</summary>
    public async Task HandleAsync(Guid instance, int step)
    {
        await using NpgsqlConnection connection = await source.OpenConnectionAsync();
        await using NpgsqlTransaction transaction = await connection.BeginTransactionAsync();
        if (await ChangeAsync(connection, instance, step, isLast: step == SystemUnderTest.Second))
        {
            await Effects.WorkAsync();
            await Effects.AddAsync(connection, transaction, instance, step);
            await transaction.CommitAsync();
        }

        Marks.Reach(instance, step);
    }

    /// <summary>Does the work of a job for one of five steps.</summary>
    public async Task StepAsync(Guid instance, int step)
    {
        await using NpgsqlConnection connection = await source.OpenConnectionAsync();
        await ChangeAsync(connection, instance, step, isLast: step == SystemUnderTest.LastStep);
    }

    private static async Task<bool> ChangeAsync(NpgsqlConnection connection, Guid instance, int step, bool isLast)
    {
        await using NpgsqlCommand command = new(
            isLast
                ? "DELETE FROM job_instance WHERE id = $1 AND step = $2 - 1"
                : "UPDATE job_instance SET step = $2 WHERE id = $1 AND step = $2 - 1",
            connection)
        {
            Parameters = { new() { Value = instance }, new() { Value = step } },
        };
        return await command.ExecuteNonQueryAsync() == 1;
    }

    private async Task ExecuteAsync(string statement, params object[] values)
    {
#pragma warning disable CA2100 // The statements come from this class.
        await using NpgsqlCommand command = source.CreateCommand(statement);
#pragma warning restore CA2100
        foreach (object value in values)
        {
            command.Parameters.Add(new() { Value = value });
        }

        await command.ExecuteNonQueryAsync();
    }
}
