using Workflow.Perf.ByHand;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Processes;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;
using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure the cost of tracking in the published workload, while another process records the events to a file.</summary>
internal static class RecordedRows
{
    public const string None = "none", Health = "Health", Basic = "Basic";

    private const int StateSize = 1_024;

    /// <summary>The number of statements: one save while the instance waits, and the removal at its end.</summary>
    private const int Statements = 2;

    private const string Workload =
        "An application runs a sequence that waits for a message, does an empty activity, saves itself, waits for a second message and completes. An EtwTrackingParticipant has the profile; another process "
        + "reads its events and writes them to a file. ";

    /// <summary>The rows without tracking, with the profile Health and with the profile Basic; first in memory, then in SQLite.</summary>
    public static IReadOnlyList<Row> All { get; } =
    [
        .. new[] { None, Health, Basic }.Select(static profile => new Row(
            $"recorded-{profile.ToLowerInvariant()}-memory", $"{Name(profile)}, store in memory", Section.Further,
            Workload + "By hand: an order as JSON in a dictionary, with two messages.",
            () => Of(profile, static () => new InMemoryInstanceStore(), static () => StoredOrders.Messages(2), database: null))),
        .. new[] { None, Health, Basic }.Select(static profile => new Row(
            $"recorded-{profile.ToLowerInvariant()}-sqlite", $"{Name(profile)}, SQLite", Section.Further,
            Workload + "By hand: the statement of a save twice.",
            () => OfSqlite(profile))),
    ];

    private static string Name(string profile) => profile == None ? "No tracking" : $"Profile {profile}";

    private static Trial OfSqlite(string profile)
    {
        Database database = Database.Create(DatabaseKind.Sqlite);
        return Of(profile, () => database.NewStore(), static () => SaveStatement.Loop(DatabaseKind.Sqlite, StateSize, Statements), database.Description);
    }

    private static Trial Of(string profile, Func<InstanceStore> store, Func<Action<int>> byHand, string? database)
    {
        EtwTrackingParticipant? participant = profile == None ? null : new EtwTrackingParticipant { ProfileName = profile };
        return new Trial(new Subject(TrackedRuns.TwoMessages(participant, store())) { AllThreads = true }, new Subject(byHand()))
        {
            Comparison = new Subject(TrackedRuns.TwoMessages(null, store())) { AllThreads = true },
            Around = participant is null ? null : EventRecorder.Open,
            Database = database,
        };
    }
}
