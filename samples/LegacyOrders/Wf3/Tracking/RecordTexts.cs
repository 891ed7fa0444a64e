using System;
using System.Collections.Generic;
using System.Globalization;
using LegacyOrders.Wf3.Hosting;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace LegacyOrders.Wf3.Tracking;

/// <summary>Formats tracking records as text.</summary>
public static class RecordTexts
{
    public static string Of(TrackingRecord record)
    {
        WorkflowTrackingRecord workflow = record as WorkflowTrackingRecord;
        ActivityTrackingRecord activity = record as ActivityTrackingRecord;
        return workflow != null ? OfWorkflow(workflow) : activity != null ? OfActivity(activity) : OfData((UserTrackingRecord)record);
    }

    private static string OfWorkflow(WorkflowTrackingRecord record)
    {
        TrackingWorkflowChangedEventArgs changed = record.EventArgs as TrackingWorkflowChangedEventArgs;
        if (changed == null)
        {
            return record.EventDateTime.ToString("d. MMMM", CultureInfo.InvariantCulture) + ": " + record.TrackingWorkflowEvent;
        }

        List<string> texts = new List<string>();
        foreach (WorkflowChangeAction change in changed.Changes)
        {
            texts.Add(ReturnChanges.TextOf(change));
        }

        return string.Join(", ", texts);
    }

    private static string OfActivity(ActivityTrackingRecord record)
    {
        string text = record.QualifiedName + " is " + record.ExecutionStatus;
        foreach (TrackingDataItem item in record.Body)
        {
            text += string.Format(CultureInfo.InvariantCulture, ", {0} {1} ({2})", item.FieldName, item.Data, string.Join(" ", item.Annotations));
        }

        return text + " [" + string.Join(" ", record.Annotations) + "]";
    }

    private static string OfData(UserTrackingRecord record)
    {
        RuleActionTrackingEvent rule = record.UserData as RuleActionTrackingEvent;
        return rule == null
            ? record.QualifiedName + ", " + record.UserDataKey + ": " + record.UserData
            : "rule '" + rule.RuleName + "' is " + (rule.ConditionResult ? "fulfilled" : "not fulfilled");
    }
}
