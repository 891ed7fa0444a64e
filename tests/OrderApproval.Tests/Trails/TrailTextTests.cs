using OrderApproval.Trails;
using Workflow.Tracking;

namespace OrderApproval.Tests.Trails;

public sealed class TrailTextTests
{
    private static readonly ActivityInfo Check = new("CheckCredit", "1.2", "7", "OrderApproval.Credit.CheckCredit");
    private static readonly ActivityInfo Catch = new("TryCatch", "1.1", "6", "Workflow.Statements.TryCatch");
    private static readonly InvalidOperationException Failure = new("no answer");

    public static TheoryData<TrackingRecord, string> Records => new()
    {
        { Instance(WorkflowInstanceStates.Started), "the workflow starts" },
        { Instance(WorkflowInstanceStates.Idle), "the workflow waits" },
        { Instance(WorkflowInstanceStates.Persisted), "the workflow is saved" },
        { Instance(WorkflowInstanceStates.Unloaded), "the workflow is saved and unloaded" },
        { Instance(WorkflowInstanceStates.Resumed), "the workflow was loaded and continues" },
        { Instance(WorkflowInstanceStates.Completed), "the workflow is complete" },
        { Instance(WorkflowInstanceStates.Canceled), "the workflow has been canceled" },
        { Instance(WorkflowInstanceStates.Deleted), "the store has its end" },
        { Instance("Archived"), "Archived" },
        { new WorkflowInstanceUnhandledExceptionRecord(default, "Approve", Check, Failure), "nothing handles: no answer" },
        { new WorkflowInstanceAbortedRecord(default, "Approve", "power cut"), "the workflow is aborted: power cut" },
        { new WorkflowInstanceTerminatedRecord(default, "Approve", "shop closed"), "the workflow is terminated: shop closed" },
        { new ActivityStateRecord(default, 1, Check, ActivityStates.Executing), "'CheckCredit' begins" },
        { new ActivityStateRecord(default, 1, Check, ActivityStates.Closed), "'CheckCredit' ends" },
        { new ActivityStateRecord(default, 1, Check, ActivityStates.Canceled), "'CheckCredit' is canceled" },
        { new ActivityStateRecord(default, 1, Check, ActivityStates.Faulted), "'CheckCredit' has failed" },
        { new FaultPropagationRecord(default, 1, Check, Catch, isFaultSource: true, Failure), "'CheckCredit' fails: no answer; 'TryCatch' handles it" },
        { new FaultPropagationRecord(default, 1, Check, null, isFaultSource: true, Failure), "'CheckCredit' fails: no answer; nothing handles it" },
        { new BookmarkResumptionRecord(default, 1, default, "decision on SO-1", Check), "'decision on SO-1' is resumed with " },
        { new CustomTrackingRecord("audit"), "CustomTrackingRecord" },
    };

    [Theory]
    [MemberData(nameof(Records))]
    public void Describe_OfARecord_SaysWhatHappened(TrackingRecord record, string expected) => Assert.Equal(expected, TrailText.Describe(record));

    [Fact]
    public void Render_OfRecords_ShowsTimeAndNumber() =>
        Assert.Equal(
            """
            Time (UTC)    Record  What happened
            00:00:00.000       3  'CheckCredit' begins
            00:00:00.000      12  'TryCatch' has failed

            """,
            TrailText.Render(
            [
                new ActivityStateRecord(default, 3, Check, ActivityStates.Executing),
                new ActivityStateRecord(default, 12, Catch, ActivityStates.Faulted),
            ]),
            ignoreLineEndingDifferences: true);

    private static WorkflowInstanceRecord Instance(string state) => new(default, "Approve", state);
}
