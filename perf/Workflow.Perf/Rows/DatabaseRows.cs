using Workflow.Perf.ByHand;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;
using Workflow.Persistence;

namespace Workflow.Perf.Rows;

/// <summary>The rows with the stores of Workflow.Persistence.Sql.</summary>
internal static class DatabaseRows
{
    private const int AtOnce = 64, StateSize = 1_024;

    /// <summary>
    /// The number of operations in one repetition. It is large, so that the full number of concurrent operations runs for nearly all of the time.
    /// </summary>
    private const int Crowd = 1_000;

    /// <summary>
    /// The numbers of instances at once and in one repetition, for the row with two messages. With 1,000 in one repetition, a quarter of them would run while
    /// the number of concurrent instances rises and falls.
    /// </summary>
    private const int InstancesAtOnce = 256, Instances = 20 * InstancesAtOnce;

    public static IEnumerable<Row> All { get; } = [.. Of(DatabaseKind.Sqlite, "sqlite", "SQLite"), .. Of(DatabaseKind.PostgreSql, "postgresql", "PostgreSQL")];

    private static IEnumerable<Row> Of(DatabaseKind kind, string id, string name)
    {
        bool isSqlite = kind == DatabaseKind.Sqlite;
        yield return new Row(
            $"{id}-two-messages",
            $"{name}: an instance that two messages resume",
            Section.Database,
            "An application starts an instance with three variables; it waits for a message, is saved and unloaded. It is loaded for the first message, waits again, is saved "
            + $"and unloaded; it is loaded for the second one, and completes, which deletes it. {InstancesAtOnce} instances at once; three saves, two loads. "
            + $"By hand: the statement of a save five times, one after another. The goal is {(isSqlite ? "5,000/s" : "5,000/s, and then 10,000/s")}.",
            () => OfTwoMessages(kind))
        {
            Published = new Published(345, 1_060),
            ComparedWith = "the store in memory",
            Budget = new Budget { Nanoseconds = isSqlite ? 200_000 : 100_000 },
        };
        yield return Save(kind, id, name, 1, isSqlite ? 0.9 : null);
        yield return Save(kind, id, name, AtOnce, isSqlite ? 8 : null);
        yield return new Row(
            $"{id}-load",
            $"{name}: load by id",
            Section.Database,
            "64 loads at once of instances with 1 KB of state; each load locks its instance, so it writes. By hand: the statement of a save.",
            () => OfLoads(kind))
        {
            Budget = isSqlite ? new Budget { Nanoseconds = 50_000 } : null,
        };
        foreach (Row row in WaitingRows.Of(kind, id, name))
        {
            yield return row;
        }
    }

    private static Row Save(DatabaseKind kind, string id, string name, int atOnce, double? speed) => new(
        $"{id}-save-{atOnce}",
        atOnce == 1 ? $"{name}: save, one after another" : $"{name}: save, {atOnce} at once",
        Section.Database,
        "An instance with 1 KB of state that stays locked is saved again. By hand: the same statement, prepared, on one connection, one after another.",
        () => OfSaves(kind, atOnce))
    {
        ComparedWith = "the statement by hand",
        Budget = speed is null ? null : new Budget { Speed = speed },
    };

    private static Trial OfTwoMessages(DatabaseKind kind)
    {
        Database database = Database.Create(kind);
        return new Trial(
            new Subject(StoredInstances.TwoMessages(database, InstancesAtOnce, Instances)) { Parts = Instances, AllThreads = true },
            new Subject(SaveStatement.Loop(kind, StateSize, count: 5)))
        {
            Comparison = new Subject(
                StoredInstances.TwoMessages(new InMemoryInstanceStore(), InstancesAtOnce, Instances))
            { Parts = Instances, AllThreads = true },
            Database = database.Description,
        };
    }

    private static Trial OfSaves(DatabaseKind kind, int atOnce)
    {
        Database database = Database.Create(kind);
        Subject byHand = new(SaveStatement.Loop(kind, StateSize));
        int parts = atOnce == 1 ? 1 : Crowd;
        return new Trial(new Subject(StoredInstances.Saves(database, StateSize, atOnce, parts)) { Parts = parts, AllThreads = true }, byHand)
        {
            Comparison = byHand,
            Database = database.Description,
        };
    }

    private static Trial OfLoads(DatabaseKind kind)
    {
        Database database = Database.Create(kind);
        return new Trial(
            new Subject(StoredInstances.Loads(database, StateSize, AtOnce, Crowd)) { Parts = Crowd, AllThreads = true },
            new Subject(SaveStatement.Loop(kind, StateSize)))
        {
            Database = database.Description,
        };
    }
}
