using System.Diagnostics.Tracing;

namespace Workflow.Tracking;

/// <summary>The keywords of the provider <c>Workflow-Tracking</c>: a session that gives any of those of an event receives it.</summary>
public static class TrackingKeywords
{
    /// <summary>All that is tracked.</summary>
    public const EventKeywords WFTracking = (EventKeywords)0x40;

    /// <summary>What an end-to-end view needs: all records but suspensions.</summary>
    public const EventKeywords EndToEndMonitoring = (EventKeywords)0x20000;

    /// <summary>What health monitoring needs: all records.</summary>
    public const EventKeywords HealthMonitoring = (EventKeywords)0x40000;

    /// <summary>What troubleshooting needs: all records but suspensions.</summary>
    public const EventKeywords Troubleshooting = (EventKeywords)0x80000;

    /// <summary>Only what activities report themselves: custom records.</summary>
    public const EventKeywords UserEvents = (EventKeywords)0x100000;

    internal const EventKeywords Records = WFTracking | EndToEndMonitoring | HealthMonitoring | Troubleshooting;

    internal const EventKeywords CustomRecords = Records | UserEvents;

    internal const EventKeywords Health = WFTracking | HealthMonitoring;
}
