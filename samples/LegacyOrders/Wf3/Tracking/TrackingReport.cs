using System;
using System.Collections.Generic;
using System.Globalization;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace LegacyOrders.Wf3.Tracking;

/// <summary>Reads the data of completed workflows from the tracking database.</summary>
public static class TrackingReport
{
    /// <summary>Returns one line for each instance in which an activity has ended with a refund.</summary>
    public static ICollection<string> Of(SqlTrackingQuery query, Type workflowType, decimal refund, DateTime from)
    {
        SqlTrackingQueryOptions options = new SqlTrackingQueryOptions();
        options.WorkflowType = workflowType;
        options.WorkflowStatus = WorkflowStatus.Completed;
        options.StatusMinDateTime = from;
        options.TrackingDataItems.Add(new TrackingDataItemValue("accepted", "Refund", refund.ToString(CultureInfo.InvariantCulture)));
        List<string> lines = new List<string>();
        foreach (SqlTrackingWorkflowInstance instance in query.GetWorkflows(options))
        {
            lines.Add(string.Format(
                CultureInfo.InvariantCulture,
                "{0}: {1} events, {2} steps, {3} data",
                instance.Status,
                instance.WorkflowEvents.Count,
                instance.ActivityEvents.Count,
                instance.UserEvents.Count));
        }

        return lines;
    }

    /// <summary>Returns the steps of an instance; empty if the instance was not tracked.</summary>
    public static ICollection<string> StepsOf(SqlTrackingQuery query, Guid instanceId)
    {
        List<string> names = new List<string>();
        SqlTrackingWorkflowInstance instance;
        if (query.TryGetWorkflow(instanceId, out instance))
        {
            foreach (ActivityTrackingRecord record in instance.ActivityEvents)
            {
                names.Add(record.QualifiedName);
            }
        }

        return names;
    }
}
