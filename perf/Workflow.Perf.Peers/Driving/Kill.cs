using System.Data.Common;
using System.Diagnostics;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>
/// Kills a process while it accepts messages, and starts it again at once. Measures how long the instances are silent, and the lost and duplicate effects.
/// </summary>
/// <remarks>
/// The driver is another process. It relies on the messages that the killed process reported as accepted, and counts the effects in the database.
/// </remarks>
internal static class Kill
{
    private const string Ready = "ready";

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    public static Row Row { get; } = new(
        "kill",
        "kill -9 and a restart on the same machine",
        static subject => subject.Engine != Engine.Memory && !subject.IsVariant,
        IsRepeated: false,
        LoadAsync);

    /// <summary>The row of the process that starts after the kill.</summary>
    public static Row Restarted { get; } = new("restarted", "the process after the kill", static _ => false, IsRepeated: false, static async (_, _, _) =>
    {
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System);
        return new Sample();
    });

    /// <summary>Kills a process that it has started, and starts the next one.</summary>
    /// <param name="place">The database of both processes.</param>
    /// <param name="start">Starts a process for a row.</param>
    public static async Task<Sample> MeasureAsync(Place place, Func<Row, Process> start)
    {
        using Process killed = start(Row);
        HashSet<Guid> promised = await KillAsync(killed);
        if (promised.Count == 0)
        {
            return new Sample { NotMeasured = (await killed.StandardError.ReadToEndAsync()).Split('\n')[0] };
        }

        await using DbConnection connection = await place.ObserveAsync();
        long before = await Place.CountAsync(connection, "SELECT count(*) FROM effect"), began = Stopwatch.GetTimestamp();
        using Process restarted = start(Restarted);
        try
        {
            double? silence = null;
            int lost;
            do
            {
                await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
                silence ??= await Place.CountAsync(connection, "SELECT count(*) FROM effect") > before ? Stopwatch.GetElapsedTime(began).TotalSeconds : null;
                lost = await LostAsync(connection, promised);
            }
            while (lost > 0 && Stopwatch.GetElapsedTime(began) < Limit && !restarted.HasExited);
            double recovered = Stopwatch.GetElapsedTime(began).TotalSeconds;
            return new Sample
            {
                Figures =
                {
                    [Names.Promised] = promised.Count,
                    [Names.Silence] = silence ?? double.NaN,
                    [Names.Recovered] = lost == 0 ? recovered : double.NaN,
                    [Names.Lost] = lost,
                    [Names.Doubled] = await Place.CountAsync(connection, "SELECT count(*) - count(DISTINCT instance) FROM effect"),
                },
            };
        }
        finally
        {
            restarted.Kill();
        }
    }

    /// <summary>
    /// Runs in the process that will be killed. Starts instances that wait, sends a message to each, and prints the ids of the instances whose message was
    /// accepted.
    /// </summary>
    private static async Task<Sample> LoadAsync(SystemUnderTest system, Place place, RowScope scope)
    {
        Marks.Work = TimeSpan.FromMilliseconds(100);
        Guid[] instances = [.. Enumerable.Range(0, scope.Of(2_000, 300)).Select(static _ => Guid.NewGuid())];
        await Load.ForEachAsync(instances, TwoMessages.AtOnce, system.BeginAsync);
        Console.WriteLine($"{Ready} {instances.Length}");
        await Load.ForEachAsync(instances, TwoMessages.AtOnce, async instance =>
        {
            await system.SendAsync(instance, SystemUnderTest.First);
            Console.WriteLine(instance);
        });
        await Task.Delay(Limit, TimeProvider.System);
        return new Sample();
    }

    private static async Task<HashSet<Guid>> KillAsync(Process process)
    {
        HashSet<Guid> promised = [];
        int half = int.MaxValue;
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.StartsWith(Ready, StringComparison.Ordinal))
            {
                half = int.Parse(line[Ready.Length..], null) / 2;
            }
            else if (Guid.TryParse(line, out Guid instance))
            {
                promised.Add(instance);
            }

            // The loop also reads the output that the process has written before the kill.
            if (promised.Count == half)
            {
                process.Kill();
            }
        }

        await process.WaitForExitAsync();
        return promised;
    }

    private static async Task<int> LostAsync(DbConnection connection, HashSet<Guid> promised)
    {
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = "SELECT DISTINCT instance FROM effect";
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        int lost = promised.Count;
        while (await reader.ReadAsync())
        {
            lost -= promised.Contains(reader.GetGuid(0)) ? 1 : 0;
        }

        return lost;
    }
}
