using System.Diagnostics.Tracing;

namespace Workflow.Tracking;

/// <summary>The keywords of the provider <c>Workflow-Tracking</c>. A session receives an event if it enables one of the keywords of the event.</summary>
public static class TrackingKeywords
{
    /// <summary>All records.</summary>
    public const EventKeywords WFTracking = (EventKeywords)0x40;

    /// <summary>The records for an end-to-end view: all records except updates, and suspensions of definitions without an identity.</summary>
    public const EventKeywords EndToEndMonitoring = (EventKeywords)0x20000;

    /// <summary>The records for health monitoring: all records.</summary>
    public const EventKeywords HealthMonitoring = (EventKeywords)0x40000;

    /// <summary>The records for troubleshooting: all records except updates, and suspensions of definitions without an identity.</summary>
    public const EventKeywords Troubleshooting = (EventKeywords)0x80000;

    /// <summary>Only the custom records, which activities create themselves.</summary>
    public const EventKeywords UserEvents = (EventKeywords)0x100000;

    internal const EventKeywords Records = WFTracking | EndToEndMonitoring | HealthMonitoring | Troubleshooting;

    internal const EventKeywords CustomRecords = Records | UserEvents;

    internal const EventKeywords Health = WFTracking | HealthMonitoring;
}
