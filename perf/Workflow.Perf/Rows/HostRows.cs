using Workflow.Perf.ByHand;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows with the host of Workflow.Extensions.Hosting.</summary>
internal static class HostRows
{
    private const int AtOnce = 64, Crowd = 256, StateSize = 1_024;

    /// <summary>The lowest allowed speed: a host may cost at most 15 % more than a bare application.</summary>
    private const double LeastSpeed = 1 / 1.15;

    public static IEnumerable<Row> All { get; } = [.. Of(DatabaseKind.Sqlite, "sqlite", "SQLite"), .. Of(DatabaseKind.PostgreSql, "postgresql", "PostgreSQL")];

    private static IEnumerable<Row> Of(DatabaseKind kind, string id, string name)
    {
        yield return new Row(
            $"{id}-host-start",
            $"{name}: a client starts an instance, until its first activity",
            Section.Database,
            "The client saves the instance; the host of the same process loads it, runs it and saves its end. 64 at once. By hand: the statement of a save three times, one after another.",
            () => Trial(kind, 3, database => new HostedInstances(database, TimeSpan.FromMinutes(1)).Starts(AtOnce, Crowd)));
        yield return new Row(
            $"{id}-host-loaded",
            $"{name}: a message to an instance in memory",
            Section.Database,
            "The client stores the message; the host of the same process passes it to the instance, which is saved together with the end of the message. 64 instances, each with one message at a time. "
            + "Compared with an application without a host, which makes the same calls of the store. By hand: the statement of a save twice.",
            () => Trial(kind, 2, database => new HostedInstances(database, TimeSpan.FromMinutes(1)).Messages(AtOnce, Crowd)) with
            {
                Comparison = Subject(new HostedInstances.Bare(Database.Create(kind)).Messages(AtOnce, Crowd)),
            })
        {
            ComparedWith = "an application without a host",
            Budget = new Budget { Speed = LeastSpeed },
        };
        yield return new Row(
            $"{id}-host-unloaded",
            $"{name}: a message to an instance that is not in memory",
            Section.Database,
            "The same, and the instance leaves the memory each time it waits, so that each message loads it. By hand: the statement of a save three times.",
            () => Trial(kind, 3, database => new HostedInstances(database, TimeSpan.Zero).Messages(AtOnce, Crowd)));
    }

    private static Trial Trial(DatabaseKind kind, int statements, Func<Database, Action<int>> loop)
    {
        Database database = Database.Create(kind);
        return new Trial(Subject(loop(database)), new Subject(SaveStatement.Loop(kind, StateSize, statements))) { Database = database.Description };
    }

    private static Subject Subject(Action<int> loop) => new(loop) { Parts = Crowd, AllThreads = true };
}
