using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking;

/// <summary>Tests the texts of records, which appear in logs and are parsed by their readers.</summary>
[Rule("15.2")]
public sealed class RecordToStringTests
{
    private const string One = "Name=one, ActivityId = 1.2, ActivityInstanceId = 7, TypeName=My.One";

    private static readonly Guid Instance = new("11111111-2222-3333-4444-555555555555");
    private static readonly ActivityInfo Activity = new("one", "1.2", "7", "My.One");
    private static readonly ActivityInfo Child = new("two", "1.3", "8", "My.Two");
    private static readonly string Common = string.Create(
        CultureInfo.CurrentCulture,
        $"InstanceId = {Instance}, RecordNumber = 3, EventTime = {DateTime.MinValue}");
    private static readonly WorkflowIdentity Identity = new("orders", new Version(1, 2), null);

    [Fact]
    public void ActivityInfo_ToString_NamesFields() => Assert.Equal(One, Activity.ToString());

    [Fact]
    public void ActivityRecords_ToString_NameFields()
    {
        string two = Child.ToString();
        AssertText("ActivityStateRecord {{ {0}, Activity {{ {1} }}, State = Closed }}", new ActivityStateRecord(Instance, 3, Activity, "Closed"), One);
        AssertText(
            "ActivityScheduledRecord {{ {0}, Activity {{ {1} }}, ChildActivity {{ {2} }} }}",
            new ActivityScheduledRecord(Instance, 3, Activity, Child),
            One,
            two);
        AssertText(
            "ActivityScheduledRecord {{ {0}, Activity {{ <null> }}, ChildActivity {{ {1} }} }}",
            new ActivityScheduledRecord(Instance, 3, null, Child),
            two);
        AssertText(
            "CancelRequestedRecord {{ {0}, Activity {{ {1} }}, ChildActivity {{ {2} }} }}",
            new CancelRequestedRecord(Instance, 3, Activity, Child),
            One,
            two);
        AssertText("CancelRequestedRecord {{ {0}, Activity {{ <null> }}, ChildActivity {{ {1} }} }}", new CancelRequestedRecord(Instance, 3, null, Child), two);
        AssertText(
            "FaultPropagationRecord {{ {0}, FaultSource {{ {1} }}, FaultHandler {{ {2} }}, IsFaultSource = True }}",
            new FaultPropagationRecord(Instance, 3, Activity, Child, true, new NotSupportedException()), One, two);
        AssertText(
            "FaultPropagationRecord {{ {0}, FaultSource {{ {1} }}, FaultHandler {{ <null> }}, IsFaultSource = False }}",
            new FaultPropagationRecord(Instance, 3, Activity, null, false, new NotSupportedException()), One);
        AssertText(
            "BookmarkResumptionRecord {{ {0}, BookmarkName = b, BookmarkScope = 11111111-2222-3333-4444-555555555555, OwnerActivity {{ {1} }} }}",
            new BookmarkResumptionRecord(Instance, 3, Instance, "b", Activity), One);
        AssertText(
            "BookmarkResumptionRecord {{ {0}, BookmarkName = <null>, BookmarkScope = 00000000-0000-0000-0000-000000000000, OwnerActivity {{ {1} }} }}",
            new BookmarkResumptionRecord(Instance, 3, Guid.Empty, string.Empty, Activity), One);
        AssertText("CustomTrackingRecord {{ {0}, Name=mine, Activity {{ {1} }}, Level = Informational }}", Custom(Activity), One);
        AssertText("CustomTrackingRecord {{ {0}, Name=mine, Activity {{ <null> }}, Level = Informational }}", Custom(null));
    }

    [Fact]
    public void InstanceRecords_ToString_NameFields()
    {
        AssertText("WorkflowInstanceRecord {{ {0}, ActivityDefinitionId = root, State = Idle }}", new WorkflowInstanceRecord(Instance, 3, "root", "Idle"));
        AssertText(
            "WorkflowInstanceRecord {{ {0}, ActivityDefinitionId = root, State = Idle, WorkflowDefinitionIdentity = {1} }}",
            new WorkflowInstanceRecord(Instance, 3, "root", "Idle", Identity), Identity.ToString());
        foreach (WorkflowIdentity? identity in new[] { null, Identity })
        {
            string end = identity is null ? string.Empty : $", WorkflowDefinitionIdentity = {identity}";
            AssertText(
                "WorkflowInstanceAbortedRecord {{ {0}, ActivityDefinitionId = root, Reason = why{1} }} ",
                new WorkflowInstanceAbortedRecord(Instance, 3, "root", "why", identity), end);
            AssertText(
                "WorkflowInstanceSuspendedRecord {{ {0}, ActivityDefinitionId = root, Reason = why{1} }} ",
                new WorkflowInstanceSuspendedRecord(Instance, 3, "root", "why", identity), end);
            AssertText(
                "WorkflowInstanceTerminatedRecord {{ {0}, ActivityDefinitionId = root, Reason = why{1} }} ",
                new WorkflowInstanceTerminatedRecord(Instance, 3, "root", "why", identity), end);
            NotSupportedException thrown = new("no");
            AssertText(
                "WorkflowInstanceUnhandledExceptionRecord {{ {0}, ActivityDefinitionId = root, FaultSource {{ {1} }}, UnhandledException = {2}{3} }} ",
                new WorkflowInstanceUnhandledExceptionRecord(Instance, 3, "root", Activity, thrown, identity), One, thrown.ToString(), end);
        }

        AssertText(
            "WorkflowInstanceUpdatedRecord {{ {0}, ActivityDefinitionId = root, State = Updated, OriginalDefinitionIdentity = , UpdatedDefinitionIdentity = {1}, IsSuccessful = True }} ",
            new WorkflowInstanceUpdatedRecord(Instance, 3, "root", null, Identity, true), Identity.ToString());
    }

    private static CustomTrackingRecord Custom(ActivityInfo? activity) =>
        new(Instance, "mine", System.Diagnostics.Tracing.EventLevel.Informational) { RecordNumber = 3, Activity = activity };

    private static void AssertText(string format, TrackingRecord record, params object[] values) =>
        Assert.Equal(string.Format(CultureInfo.InvariantCulture, format, [Common, .. values]), record.ToString());
}
