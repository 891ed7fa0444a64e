using Workflow.Perf.ByHand;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows with instances that wait in a database: the cost of finding one, of keeping one, and of a store without work.</summary>
internal static class WaitingRows
{
    private const int Many = 100_000, Crowd = 1_000;

    private const string Shape = " 100,000 instances wait, each with 300 bytes of state, a bookmark of its own, a timer and a promoted value.";

    private static readonly Budget LookUp = new() { Nanoseconds = 2_000_000 };

    public static IEnumerable<Row> Of(DatabaseKind kind, string id, string name)
    {
        Lazy<WaitingInstances> waiting = new(() => new WaitingInstances(kind, Many));
        yield return new Row(
            $"{id}-waiting-start", $"{name}: start of a host, 100,000 waiting", Section.Database,
            "A new store checks the schema, creates its owner and looks for a runnable instance; then it deletes its owner."
            + Shape + " By hand: the statement of a save.",
            () => OfWaiting(kind, waiting.Value, waiting.Value.Starts()))
        {
            Budget = new Budget { Nanoseconds = 1_000_000_000 },
        };
        yield return new Row(
            $"{id}-waiting-due", $"{name}: the next due instance, 100,000 waiting", Section.Database,
            "Loads the only instance that is due, and saves it so that it is due again." + Shape + " By hand: the statement of a save.",
            () => OfWaiting(kind, waiting.Value, waiting.Value.Due()))
        {
            Budget = LookUp,
        };
        yield return new Row(
            $"{id}-waiting-bookmark", $"{name}: query by bookmark, 100,000 waiting", Section.Database,
            "Queries the store for the instance that waits at a bookmark." + Shape + " By hand: the statement of a save.",
            () => OfWaiting(kind, waiting.Value, waiting.Value.ByBookmark()))
        {
            Budget = LookUp,
        };
        yield return new Row(
            $"{id}-waiting-promoted", $"{name}: query by promoted value, 100,000 waiting", Section.Database,
            "Reads the view of instances by a promoted text, on a connection of the application." + Shape + " By hand: the statement of a save.",
            () => OfWaiting(kind, waiting.Value, waiting.Value.ByPromotedValue()))
        {
            Budget = LookUp,
        };
        yield return new Row(
            $"{id}-nothing", $"{name}: a store, and nothing to save", Section.Database,
            "An application with RunsInline and a store waits at a bookmark, which is resumed and stays open; nothing has to be saved. The cost of the same without a store is "
            + "subtracted. The table of instances is taken away, so that a statement would fail. By hand: a dictionary of callbacks by name.",
            () => OfNothing(kind))
        {
            Budget = new Budget { Bytes = 0 },
        };
        yield return new Row(
            $"{id}-size", $"{name}: a waiting instance in the database", Section.Database,
            "10,000 instances wait with one bookmark and three variables, a number, a text of five letters and an id. The bytes are those of the tables and indexes on the "
            + "disk, for one of them; the time is that of starting one and unloading it, 256 at once. By hand: the statement of a save.",
            () => OfSize(kind))
        {
            Budget = kind == DatabaseKind.Sqlite ? new Budget { Bytes = 1_536 } : null,
        };
    }

    private static Trial OfWaiting(DatabaseKind kind, WaitingInstances waiting, Action<int> run) => new(
        new Subject(run) { AllThreads = true },
        new Subject(SaveStatement.Loop(kind, size: 1_024)))
    {
        Database = waiting.Description,
    };

    private static Trial OfNothing(DatabaseKind kind)
    {
        Database database = Database.Create(kind);
        database.BreakSchema();
        return new Trial(
            new Subject(OpenBookmarks.Resumptions(1, database.NewStore())) { Less = OpenBookmarks.Resumptions(1), AllThreads = true },
            new Subject(NamedWaiters.Calls(1)))
        {
            Database = database.Description,
        };
    }

    private static Trial OfSize(DatabaseKind kind)
    {
        UnloadedInstances unloaded = new(kind);
        return new Trial(
            new Subject(unloaded.Starts(256, Crowd)) { Parts = Crowd, Size = unloaded.SizeOfOne },
            new Subject(SaveStatement.Loop(kind, size: 1_024)))
        {
            Database = unloaded.Description,
        };
    }
}
