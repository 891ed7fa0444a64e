using System.Globalization;
using Workflow.Perf.ByHand;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;
using Workflow.Persistence;

namespace Workflow.Perf.Rows;

/// <summary>
/// The rows of the published workloads with a store. The caller passes the number of operations in one repetition, because a quick report cannot wait for a
/// thousand of them.
/// </summary>
internal static class PersistenceRows
{
    private const int AtOnce = 64, StateSize = 1_024;

    /// <summary>The number of statements of an instance with two messages: three saves, and two loads that lock it.</summary>
    private const int StatementsOfTwoMessages = 5;

    /// <summary>The number of statements of a correlation: a save, a message, a load that locks the instance, and the removal.</summary>
    private const int StatementsOfCorrelation = 4;

    /// <summary>Returns the rows of the workflow with two messages, one for each store.</summary>
    public static IReadOnlyList<Row> TwoMessages(int parts) =>
    [
        new("persistence-memory", "Store in memory", Section.Further,
            "An application starts an instance with three variables; it waits for a message, is saved and unloaded. It is loaded for the first message, waits again, is saved and unloaded; it is "
            + "loaded for the second one, and completes. 64 instances at once. By hand: an order as JSON in a dictionary, one after another.",
            () => new Trial(Crowd(StoredInstances.TwoMessages(new InMemoryInstanceStore(), AtOnce, parts), parts), new Subject(StoredOrders.Messages(2)))),
        OfDatabase(DatabaseKind.Sqlite, "sqlite", "SQLite", parts),
        OfDatabase(DatabaseKind.PostgreSql, "postgresql", "PostgreSQL", parts),

        // Fewer operations, because the engine that represents SQL Server compiles each batch of statements again.
        OfDatabase(DatabaseKind.SqlServer, "sqlserver", "SQL Server", AtOnce),
    ];

    /// <summary>Returns the rows of the correlation workload with a number of keys, in memory and in SQLite.</summary>
    public static IReadOnlyList<Row> Correlation(int keys, int parts) =>
    [
        new(IdOf(keys, "memory"), $"{NameOf(keys)}, store in memory", Section.Further, WorkloadOfCorrelation,
            () => new Trial(
                Crowd(CorrelatedInstances.Loop(new InMemoryInstanceStore(), keys, AtOnce, parts), parts), new Subject(StoredOrders.Correlated(keys)))),
        new(IdOf(keys, "sqlite"), $"{NameOf(keys)}, SQLite", Section.Further, WorkloadOfCorrelation, () =>
        {
            Database database = Database.Create(DatabaseKind.Sqlite);
            return new Trial(
                Crowd(CorrelatedInstances.Loop(database.NewStore(), keys, AtOnce, parts), parts),
                new Subject(SaveStatement.Loop(DatabaseKind.Sqlite, StateSize, StatementsOfCorrelation)))
            {
                Database = database.Description,
            };
        }),
    ];

    private static string WorkloadOfCorrelation =>
        "An application starts an instance, which is saved with its keys and unloaded; a message for one of the keys, or for the id, names the instance, which is loaded and completes. 64 at once. "
        + "By hand: an order as JSON in a dictionary with another one for keys, or the statement of a save four times.";

    private static string IdOf(int keys, string store) => string.Create(CultureInfo.InvariantCulture, $"correlation-{keys}-{store}");

    private static string NameOf(int keys) => keys == 0 ? "By id" : string.Create(CultureInfo.InvariantCulture, $"By key, {keys} of them");

    private static Row OfDatabase(DatabaseKind kind, string id, string name, int parts) => new(
        $"persistence-{id}",
        name,
        Section.Further,
        "The same with a database on this machine. By hand: the statement of a save five times, prepared, on one connection, one after another.",
        () =>
        {
            Database database = Database.Create(kind);
            return new Trial(
                Crowd(StoredInstances.TwoMessages(database, AtOnce, parts), parts),
                new Subject(SaveStatement.Loop(kind, StateSize, StatementsOfTwoMessages)))
            {
                Database = database.Description,
            };
        });

    private static Subject Crowd(Action<int> loop, int parts) => new(loop) { Parts = parts, AllThreads = true };
}
