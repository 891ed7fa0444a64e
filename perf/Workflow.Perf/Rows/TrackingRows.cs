using Workflow.Perf.Activities;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;
using Workflow.Tracking;

namespace Workflow.Perf.Rows;

/// <summary>
/// The rows that measure the cost of tracking, on the two workloads to which a published percentage may refer: five empty activities in memory, where nearly
/// all of the time is tracking, and the published workload with two messages and a save between them (here without the transport that the published figures
/// include).
/// </summary>
internal static class TrackingRows
{
    private const string Against = "the same without tracking";
    private const string Provider = "Workflow-Tracking";

    /// <summary>The published speeds: 1,058.48 and 1,006.68 against 1,090.77 workflows per second, while an event consumer records to a file.</summary>
    private const double PublishedHealth = 1_058.48 / 1_090.77;
    private const double PublishedBasic = 1_006.68 / 1_090.77;

    public static IEnumerable<Row> All { get; } =
    [
        .. Rows("five", "Five activities", TrackedRuns.FiveActivities),
        .. Rows("messages", "Two messages and a save", TrackedRuns.TwoMessages),
    ];

    private static IEnumerable<Row> Rows(string id, string name, Func<TrackingParticipant?, Action<int>> run)
    {
        bool isPublished = id == "messages";
        string workload = isPublished
            ? "An application runs a sequence that waits for a message, does an empty activity, saves itself into the store in memory, waits for a second message and completes. "
            : "A WorkflowInvoker object invokes a sequence of five empty CodeActivities. ";
        yield return Of($"track-{id}-health", $"{name}, tracking Health",
            workload + "A participant counts what the profile Health asks for.", run, () => Counting("Health"));
        yield return Of($"track-{id}-basic", $"{name}, tracking Basic",
            workload + "A participant counts what the profile Basic asks for.", run, () => Counting("Basic"));
        yield return Of($"track-{id}-everything", $"{name}, tracking everything",
            workload + "A participant without a profile counts all records.", run, () => new CountRecords()) with
        {
            Section = isPublished ? Section.Tracking : Section.Tracking | Section.Budget,
            Design2010 = isPublished ? null : new Cost(240_000),
            Budget = isPublished ? null : new Budget { Nanoseconds = 1_000 },
        };
        yield return Of($"events-{id}-off", $"{name}, EventSource off",
            workload + "An EtwTrackingParticipant to which nobody listens.", run, () => new EtwTrackingParticipant());
        yield return Of($"events-{id}-health", $"{name}, EventSource on, Health",
            workload + "An EtwTrackingParticipant with the profile Health; a session of EventPipe is read all the time.",
            run, () => Writing("Health"), static () => EventConsumer.Open(Provider, stacks: true)) with
        {
            PublishedSpeed = isPublished ? PublishedHealth : null,
        };
        yield return Of($"events-{id}-basic", $"{name}, EventSource on, Basic",
            workload + "An EtwTrackingParticipant with the profile Basic; a session of EventPipe is read all the time.",
            run, () => Writing("Basic"), static () => EventConsumer.Open(Provider, stacks: true)) with
        {
            PublishedSpeed = isPublished ? PublishedBasic : null,
        };
        yield return Of($"events-{id}-basic-no-stacks", $"{name}, EventSource on, Basic, without stacks",
            workload + "The same with a session that asks for no stack of each event.",
            run, () => Writing("Basic"), static () => EventConsumer.Open(Provider, stacks: false));
    }

    private static Row Of(
        string id, string name, string workload, Func<TrackingParticipant?, Action<int>> run,
        Func<TrackingParticipant> participant, Func<IDisposable>? listen = null)
    {
        string comparison = workload + " By hand, and the comparison: the same without a participant.";
        return new Row(id, name, Section.Tracking, comparison, () => TrialOf(run, participant, listen)) { ComparedWith = Against };
    }

    private static Trial TrialOf(Func<TrackingParticipant?, Action<int>> run, Func<TrackingParticipant> participant, Func<IDisposable>? listen) => new(
        new Subject(run(participant())) { AllThreads = true },
        new Subject(run(null)) { AllThreads = true })
    {
        Comparison = new Subject(run(null)) { AllThreads = true },
        Around = listen,
    };

    private static CountRecords Counting(string profile) => new() { TrackingProfile = TrackingProfiles.Default.Find(profile, "*") };

    private static EtwTrackingParticipant Writing(string profile) => new() { ProfileName = profile };
}
