using System.Diagnostics;
using System.Globalization;
using Microsoft.Data.Sqlite;

namespace OrderApproval.Tests.Crash;

/// <summary>
/// Tests that run the program as a process, kill it at a reading of its clock or after a line of its output, and run it again until it ends.
/// The variable WORKFLOW_KILLS sets the number of kills at readings of the clock (default 1).
/// </summary>
public sealed class CrashTests : IDisposable
{
    private const int Orders = 40, Killed = 137;

    private static readonly int Kills = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_KILLS") ?? "1", CultureInfo.InvariantCulture);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly TemporaryFile _orders = new([.. Enumerable.Range(1, Orders).Select(LineOf)]);
    private readonly TemporaryFile _decisions = new([.. Enumerable.Range(1, Orders).Where(IsLarge).Select(DecisionOn)]);

    /// <summary>The decisions found in the store so far, by order number. A stored decision never changes.</summary>
    private readonly Dictionary<string, string> _decided = [];

    public void Dispose()
    {
        _orders.Dispose();
        _decisions.Dispose();
    }

    [Fact]
    public async Task Program_KilledAtAnyStepOfTheStore_DecidesEachOrderOnce()
    {
        Random random = new(12);
        int killed = 0, round = 0;
        while (killed < Kills)
        {
            using TemporaryStore store = new();
            _decided.Clear();
            while (killed < Kills)
            {
                // A run on an empty store reads the clock about 150 times; a run that continues earlier runs reads it less often.
                (int exitCode, _) = await RunAsync(store, ++round, random.Next(1, 70), null);
                await CheckAsync(store);
                if (exitCode == 0)
                {
                    break;
                }

                Assert.Equal(Killed, exitCode);
                killed++;
            }

            await FinishAsync(store, ++round);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(11)]
    [InlineData(12)]
    [InlineData(20)]
    public async Task Program_KilledAfterADecision_HasStoredIt(int decisions)
    {
        using TemporaryStore store = new();
        string last = DecisionLines().ElementAt(decisions - 1);
        (_, string output) = await RunAsync(store, 1, 0, last);
        await CheckAsync(store);
        string number = last.Split(':')[0];
        Assert.Contains(last, output, StringComparison.Ordinal);
        Assert.Equal(last, $"{number}: {_decided[number]}");
        await FinishAsync(store, 2);
    }

    private static IEnumerable<string> DecisionLines() =>
        Enumerable.Range(1, Orders).Where(IsLarge)
            .Select(number => number % 4 == 0 ? $"SO-{number}: Approved (finance: {number})" : $"SO-{number}: Rejected (finance: {number})");

    private static bool IsLarge(int number) => number % 2 == 0;

    private static string LineOf(int number) =>
        (number % 2 == 0 ? OrderLines.Large($"SO-{number}") : OrderLines.Small($"SO-{number}")).Replace("C-1", "C-1013", StringComparison.Ordinal);

    private static string DecisionOn(int number) =>
        $$"""{"order":"SO-{{number}}","decision":"{{(number % 4 == 0 ? "approve" : "reject")}}","reason":"{{number}}"}""";

    /// <summary>
    /// Runs the program until it ends or is killed, by its clock or after it has written <paramref name="lastLine"/>.
    /// Its clock runs ten minutes further ahead in each round, so that the leases of the earlier rounds have expired.
    /// </summary>
    private async Task<(int ExitCode, string Output)> RunAsync(TemporaryStore store, int round, int lastReading, string? lastLine)
    {
        string[] arguments =
        [
            typeof(CrashProgram).Assembly.Location, $"{round * 10}", $"{lastReading}",
            "--store", store.File, "--orders", _orders.Path, "--decisions", _decisions.Path
        ];
        using Process process = Process.Start(
            new ProcessStartInfo("dotnet", arguments) { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true })!;
        using CancellationTokenSource patience = new(Patience, TimeProvider.System);
        List<string> lines = [];
        try
        {
            Task<string> errors = process.StandardError.ReadToEndAsync(patience.Token);
            while (await process.StandardOutput.ReadLineAsync(patience.Token) is { } line)
            {
                lines.Add(line);
                if (line == lastLine)
                {
                    process.Kill();
                }
            }

            Assert.Equal("", await errors);
            await process.WaitForExitAsync(patience.Token);
        }
        finally
        {
            process.Kill();
        }

        return (process.ExitCode, string.Join('\n', lines));
    }

    /// <summary>Runs the program without a kill and asserts that the store then has all decisions.</summary>
    private async Task FinishAsync(TemporaryStore store, int round)
    {
        (int exitCode, string output) = await RunAsync(store, round, 0, null);
        Assert.Equal(0, exitCode);
        Assert.All(DecisionLines(), line => Assert.Contains(line, output, StringComparison.Ordinal));
        await CheckAsync(store);
        Assert.Equal(Orders, _decided.Count);
    }

    /// <summary>Asserts that each order has exactly one instance, and that no earlier decision is lost or changed.</summary>
    private async Task CheckAsync(TemporaryStore store)
    {
        await using SqliteConnection connection = new($"Data Source={store.File};Pooling=False");
        await connection.OpenAsync();
        if (await ReadAsync(connection, "SELECT count(*) FROM sqlite_master WHERE name IN ('workflow_instances', 'approval_entry')") is not [["2"]])
        {
            Assert.Empty(_decided);
            return;
        }

        Assert.Equal(["ok"], Assert.Single(await ReadAsync(connection, "PRAGMA integrity_check")));
        Assert.Empty(await ReadAsync(
            connection,
            "SELECT instance_id FROM workflow_instances WHERE instance_id NOT IN (SELECT instance_id FROM approval_entry) UNION ALL SELECT instance_id FROM approval_entry WHERE instance_id NOT IN (SELECT instance_id FROM workflow_instances)"));
        Dictionary<string, string> decided = (await ReadAsync(
            connection,
            """
            SELECT e.number, o.text_value || ' (' || r.text_value || ')'
            FROM approval_entry e
            JOIN workflow_instances i ON i.instance_id = e.instance_id AND i.status = 'Closed'
            JOIN workflow_promoted_properties o ON o.instance_id = i.instance_id AND o.name = 'Outcome'
            JOIN workflow_promoted_properties r ON r.instance_id = i.instance_id AND r.name = 'Reason'
            """)).ToDictionary(row => row[0], row => row[1]);
        Assert.All(_decided, before => Assert.Equal(before.Value, decided.GetValueOrDefault(before.Key)));
        foreach ((string number, string decision) in decided)
        {
            _decided[number] = decision;
        }
    }

    private static async Task<List<string[]>> ReadAsync(SqliteConnection connection, string query)
    {
        await using SqliteCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // All queries are literals of this class.
        command.CommandText = query;
#pragma warning restore CA2100
        await using SqliteDataReader reader = await command.ExecuteReaderAsync();
        List<string[]> rows = [];
        while (await reader.ReadAsync())
        {
            rows.Add([.. Enumerable.Range(0, reader.FieldCount).Select(column => Convert.ToString(reader.GetValue(column), CultureInfo.InvariantCulture)!)]);
        }

        return rows;
    }
}
