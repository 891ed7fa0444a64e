using System.Diagnostics.Metrics;

namespace Workflow.Tracking;

/// <summary>
/// The metrics of the workflow instances of this process. An instrument without a listener costs one test of a field, and nothing
/// is counted.
/// </summary>
internal static class InstanceMeter
{
    /// <summary>The name of the meter and of the activity source. Applications use it in their configuration.</summary>
    public const string Name = "Workflow";

    private const string Unit = "{instance}";

    private static readonly Meter Meter = new(new MeterOptions(Name) { Version = Version });

    /// <summary>Instances that began to run.</summary>
    public static readonly Counter<long> Started = Meter.CreateCounter<long>(
        "workflow.instances.started", Unit, "Workflow instances that began to run.");

    /// <summary>Instances that ended, by state.</summary>
    public static readonly Counter<long> Ended = Meter.CreateCounter<long>(
        "workflow.instances.ended", Unit, "Workflow instances that ended: closed, canceled, faulted or aborted.");

    /// <summary>Instances of applications that are in memory and wait.</summary>
    public static readonly UpDownCounter<long> Idle = Meter.CreateUpDownCounter<long>(
        "workflow.instances.idle", Unit, "Workflow instances in memory that wait for something.");

    /// <summary>Instances that are in an episode.</summary>
    public static readonly UpDownCounter<long> Running = Meter.CreateUpDownCounter<long>(
        "workflow.instances.running", Unit, "Workflow instances that run on a thread now.");

    /// <summary>Successful saves, without the save at the end of an instance.</summary>
    public static readonly Counter<long> Persisted = Meter.CreateCounter<long>(
        "workflow.instances.persisted", Unit, "Saves of workflow instances.");

    /// <summary>Records that were lost because a participant failed.</summary>
    public static readonly Counter<long> RecordsDropped = Meter.CreateCounter<long>(
        "workflow.tracking.records_dropped", "{record}", "Tracking records that a participant failed to take.");

    /// <summary>Work items that ran.</summary>
    public static readonly Counter<long> WorkItems = Meter.CreateCounter<long>(
        "workflow.work_items", "{item}", "Work items that went through the queues of workflow instances.");

    /// <summary>The tag that all counts of instances have.</summary>
    public static KeyValuePair<string, object?> DefinitionTag(string displayName) => new("workflow.definition", displayName);

    public static string Version { get; } = typeof(InstanceMeter).Assembly.GetName().Version!.ToString(3);
}
