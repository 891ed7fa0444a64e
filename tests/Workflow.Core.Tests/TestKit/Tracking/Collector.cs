using Workflow.Hosting;
using Workflow.Tracking;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A tracking participant that keeps its records and calls the given action for each one.</summary>
internal sealed class Collector(Action<TrackingRecord>? work = null) : TrackingParticipant
{
    private readonly List<TrackingRecord> _records = [];

    public IReadOnlyList<TrackingRecord> Records => _records;

    /// <summary>The records as texts of <see cref="RecordText"/>.</summary>
    public string[] Texts => [.. _records.Select(RecordText.Of)];

    public long[] Numbers => [.. _records.Select(record => record.RecordNumber)];

    public override bool IsGuaranteed => Guarantees;

    public bool Guarantees { get; init; }

    public static Collector OfCustomRecords() => Of(new CustomTrackingQuery { Name = "*" });

    /// <summary>Creates a collector with a profile of the given queries.</summary>
    public static Collector Of(params TrackingQuery[] queries)
    {
        TrackingProfile profile = new();
        foreach (TrackingQuery query in queries)
        {
            profile.Queries.Add(query);
        }

        return new Collector { TrackingProfile = profile };
    }

    /// <summary>Returns an extension manager that contains the collector.</summary>
    public WorkflowInstanceExtensionManager AsExtension() => Extensions(this);

    public static WorkflowInstanceExtensionManager Extensions(params object[] extensions)
    {
        WorkflowInstanceExtensionManager manager = new();
        foreach (object extension in extensions)
        {
            manager.Add(extension);
        }

        return manager;
    }

    public void AssertIs(params string[] expected) => Assert.Equal(expected, Texts);

    protected override void Track(TrackingRecord record, TimeSpan timeout)
    {
        work?.Invoke(record);
        _records.Add(record);
    }
}
