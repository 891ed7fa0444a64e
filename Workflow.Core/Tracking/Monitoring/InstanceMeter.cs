using System.Diagnostics.Metrics;

namespace Workflow.Tracking;

/// <summary>
/// What monitoring counts of the workflow instances of this process. An instrument that nobody collects costs one test of a field, and nothing
/// is counted in it.
/// </summary>
internal static class InstanceMeter
{
    /// <summary>The name of the meter and of the activity source; people write it into their configuration.</summary>
    public const string Name = "Workflow";

    private const string Unit = "{instance}";

    private static readonly Meter Meter = new(new MeterOptions(Name) { Version = Version });

    /// <summary>Instances whose first item ran.</summary>
    public static readonly Counter<long> Started = Meter.CreateCounter<long>(
        "workflow.instances.started", Unit, "Workflow instances that began to run.");

    /// <summary>Instances that ended, by how.</summary>
    public static readonly Counter<long> Ended = Meter.CreateCounter<long>(
        "workflow.instances.ended", Unit, "Workflow instances that ended: closed, canceled, faulted or aborted.");

    /// <summary>Instances of applications that are in memory and wait.</summary>
    public static readonly UpDownCounter<long> Idle = Meter.CreateUpDownCounter<long>(
        "workflow.instances.idle", Unit, "Workflow instances in memory that wait for something.");

    /// <summary>Instances in the middle of an episode.</summary>
    public static readonly UpDownCounter<long> Running = Meter.CreateUpDownCounter<long>(
        "workflow.instances.running", Unit, "Workflow instances that run on a thread now.");

    /// <summary>Saves that succeeded, that of the end not counted.</summary>
    public static readonly Counter<long> Persisted = Meter.CreateCounter<long>(
        "workflow.instances.persisted", Unit, "Saves of workflow instances.");

    /// <summary>Records that a participant failed to take.</summary>
    public static readonly Counter<long> RecordsDropped = Meter.CreateCounter<long>(
        "workflow.tracking.records_dropped", "{record}", "Tracking records that a participant failed to take.");

    /// <summary>Items of the run queues.</summary>
    public static readonly Counter<long> WorkItems = Meter.CreateCounter<long>(
        "workflow.work_items", "{item}", "Work items that went through the queues of workflow instances.");

    /// <summary>What all counts of instances carry.</summary>
    public static KeyValuePair<string, object?> DefinitionTag(string displayName) => new("workflow.definition", displayName);

    public static string Version { get; } = typeof(InstanceMeter).Assembly.GetName().Version!.ToString(3);
}
