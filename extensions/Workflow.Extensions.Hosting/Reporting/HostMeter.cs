using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Workflow.Extensions.Hosting;

/// <summary>The metrics of the host, which use the meter of the library, and the source of the spans in which messages are delivered.</summary>
internal static class HostMeter
{
    private const string Name = "Workflow";

    private static readonly string Version = typeof(HostMeter).Assembly.GetName().Version!.ToString(3);

    private static readonly Meter Meter = new(new MeterOptions(Name) { Version = Version });

    /// <summary>The source of the spans.</summary>
    public static readonly ActivitySource Source = new(Name, Version);

    /// <summary>The number of instances in the memory of the host.</summary>
    public static readonly UpDownCounter<long> Loaded = Meter.CreateUpDownCounter<long>(
        "workflow.host.instances_loaded", "{instance}", "Workflow instances that the host has in memory.");

    /// <summary>The number of messages that were passed to loaded instances.</summary>
    public static readonly Counter<long> Messages = Meter.CreateCounter<long>(
        "workflow.host.messages_received", "{message}", "Messages that the host passed to workflow instances.");

    /// <summary>The number of messages that instances have refused.</summary>
    public static readonly Counter<long> Refused = Meter.CreateCounter<long>(
        "workflow.host.messages_refused", "{message}", "Messages that workflow instances refused, because their values had the wrong type.");

    /// <summary>The number of exceptions that no activity handled, plus the number of instances that could not be loaded.</summary>
    public static readonly Counter<long> Failures = Meter.CreateCounter<long>(
        "workflow.host.failures", "{failure}", "Workflow instances that failed in the host.");

    /// <summary>Returns the metric tag of a definition.</summary>
    public static KeyValuePair<string, object?> Tag(HostedDefinition definition) => new("workflow.definition", definition.Label);
}
