using System;
using System.IO;
using LegacyOrders.Wf3.Activities;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace LegacyOrders.Wf3.Tracking;

/// <summary>Creates the tracking profile of an order.</summary>
public static class OrderProfiles
{
    public static TrackingProfile Create()
    {
        TrackingProfile profile = new TrackingProfile();
        profile.Version = new Version(1, 0);
        profile.WorkflowTrackPoints.Add(CreateWorkflowPoint());
        profile.ActivityTrackPoints.Add(CreateActivityPoint());
        UserTrackPoint condition = new UserTrackPoint();
        UserTrackingLocation inspected = new UserTrackingLocation(typeof(string), typeof(InspectActivity).FullName);
        inspected.KeyName = "condition";
        condition.MatchingLocations.Add(inspected);
        profile.UserTrackPoints.Add(condition);
        UserTrackPoint rules = new UserTrackPoint();
        rules.MatchingLocations.Add(new UserTrackingLocation(typeof(RuleActionTrackingEvent), typeof(PolicyActivity)));
        profile.UserTrackPoints.Add(rules);
        return profile;
    }

    /// <summary>Returns the profile as the document that administrators edit.</summary>
    public static string ToDocument(TrackingProfile profile)
    {
        using (StringWriter writer = new StringWriter())
        {
            new TrackingProfileSerializer().Serialize(writer, profile);
            return writer.ToString();
        }
    }

    public static TrackingProfile FromDocument(string document)
    {
        using (StringReader reader = new StringReader(document))
        {
            return new TrackingProfileSerializer().Deserialize(reader);
        }
    }

    private static WorkflowTrackPoint CreateWorkflowPoint()
    {
        WorkflowTrackPoint point = new WorkflowTrackPoint();
        point.MatchingLocation = new WorkflowTrackingLocation();
        point.MatchingLocation.Events.Add(TrackingWorkflowEvent.Started);
        point.MatchingLocation.Events.Add(TrackingWorkflowEvent.Changed);
        point.MatchingLocation.Events.Add(TrackingWorkflowEvent.Completed);
        point.MatchingLocation.Events.Add(TrackingWorkflowEvent.Terminated);
        return point;
    }

    /// <summary>Creates the track point for the end of each activity without children, except for rules.</summary>
    private static ActivityTrackPoint CreateActivityPoint()
    {
        ActivityTrackPoint point = new ActivityTrackPoint();
        ActivityTrackingLocation all = new ActivityTrackingLocation(typeof(Activity));
        all.MatchDerivedTypes = true;
        all.ExecutionStatusEvents.Add(ActivityExecutionStatus.Closed);
        ActivityTrackingCondition enabled = new ActivityTrackingCondition("Enabled", "False");
        enabled.Operator = ComparisonOperator.NotEquals;
        all.Conditions.Add(enabled);
        point.MatchingLocations.Add(all);
        point.ExcludedLocations.Add(new ActivityTrackingLocation(typeof(CompositeActivity), true, all.ExecutionStatusEvents));
        point.ExcludedLocations.Add(new ActivityTrackingLocation(typeof(PolicyActivity), all.ExecutionStatusEvents));
        WorkflowDataTrackingExtract refund = new WorkflowDataTrackingExtract("Refund");
        refund.Annotations.Add("money");
        point.Extracts.Add(refund);
        ActivityDataTrackingExtract text = new ActivityDataTrackingExtract("Text");
        text.Annotations.Add("message");
        point.Extracts.Add(text);
        point.Annotations.Add("step");
        return point;
    }
}
