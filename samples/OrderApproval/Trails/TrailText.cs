using System.Globalization;
using OrderApproval.Reporting;
using Workflow.Tracking;

namespace OrderApproval.Trails;

/// <summary>Formats a trail as a table with the time, the number and the event of each record.</summary>
internal static class TrailText
{
    /// <summary>Formats the trail of an order with a heading. Records are not stored, so a trail contains those of this run of the program.</summary>
    public static string Render(string order, IReadOnlyList<TrackingRecord> records) => records.Count == 0
        ? $"The workflow of the order did not run in this run of the program, so there is no trail.{Environment.NewLine}"
        : $"{Texts.Printable($"The trail of order {order}:")}{Environment.NewLine}{Render(records)}";

    public static string Render(IReadOnlyList<TrackingRecord> records)
    {
        TextTable table = new("Time (UTC)", "[Record]", "What happened");
        foreach (TrackingRecord record in records)
        {
            table.Add(
                record.EventTime.ToString("HH:mm:ss.fff", CultureInfo.InvariantCulture),
                record.RecordNumber.ToString(CultureInfo.InvariantCulture),
                Describe(record));
        }

        return table.ToString();
    }

    public static string Describe(TrackingRecord record) => record switch
    {
        WorkflowInstanceUnhandledExceptionRecord failed => $"nothing handles: {failed.UnhandledException.Message}",
        WorkflowInstanceAbortedRecord aborted => $"the workflow is aborted: {aborted.Reason}",
        WorkflowInstanceTerminatedRecord terminated => $"the workflow is terminated: {terminated.Reason}",
        WorkflowInstanceRecord instance => Describe(instance.State),
        ActivityStateRecord activity => $"'{activity.Activity.Name}' {Describe(activity)}",
        BookmarkResumptionRecord resumed => $"'{resumed.BookmarkName}' is resumed with {resumed.Payload}",
        FaultPropagationRecord { FaultHandler: { } handler } fault => $"'{fault.FaultSource.Name}' fails: {fault.Fault.Message}; '{handler.Name}' handles it",
        FaultPropagationRecord fault => $"'{fault.FaultSource.Name}' fails: {fault.Fault.Message}; nothing handles it",
        _ => record.GetType().Name,
    };

    private static string Describe(string instanceState) => instanceState switch
    {
        WorkflowInstanceStates.Started => "the workflow starts",
        WorkflowInstanceStates.Idle => "the workflow waits",
        WorkflowInstanceStates.Persisted => "the workflow is saved",
        WorkflowInstanceStates.Unloaded => "the workflow is saved and unloaded",
        WorkflowInstanceStates.Resumed => "the workflow was loaded and continues",
        WorkflowInstanceStates.Completed => "the workflow is complete",
        WorkflowInstanceStates.Canceled => "the workflow has been canceled",
        WorkflowInstanceStates.Deleted => "the store has its end",
        _ => instanceState,
    };

    private static string Describe(ActivityStateRecord activity) => activity.State switch
    {
        ActivityStates.Executing => "begins",
        ActivityStates.Canceled => "is canceled",
        ActivityStates.Faulted => "has failed",
        _ when activity.Arguments.TryGetValue("Result", out object? result) => $"ends with {result}",
        _ => "ends",
    };
}
