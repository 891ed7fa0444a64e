using Workflow.Tracking;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Formats records as short texts that identify an activity by its name and the id of its instance.</summary>
internal static class RecordText
{
    public static string Of(TrackingRecord record) => record switch
    {
        WorkflowInstanceUnhandledExceptionRecord unhandled => $"UnhandledException {unhandled.UnhandledException.Message} of {Of(unhandled.FaultSource)}",
        WorkflowInstanceAbortedRecord aborted => $"Aborted {aborted.Reason}",
        WorkflowInstanceTerminatedRecord terminated => $"Terminated {terminated.Reason}",
        WorkflowInstanceRecord instance => instance.State,
        ActivityStateRecord state => $"{Of(state.Activity)} {state.State}",
        ActivityScheduledRecord scheduled => $"{Of(scheduled.Activity)} > {Of(scheduled.Child)}",
        CancelRequestedRecord cancel => $"{Of(cancel.Activity)} x {Of(cancel.Child)}",
        FaultPropagationRecord fault => $"{fault.Fault.Message} of {Of(fault.FaultSource)}{(fault.IsFaultSource ? "!" : "")} to {Of(fault.FaultHandler)}",
        BookmarkResumptionRecord resumption => $"'{resumption.BookmarkName}' @ {Of(resumption.Owner)} {resumption.Payload}".TrimEnd(),
        CustomTrackingRecord custom => $"{custom.Name} by {Of(custom.Activity)}",
        _ => record.GetType().Name,
    };

    private static string Of(ActivityInfo? activity) => activity is null ? "-" : $"{activity.Name}#{activity.InstanceId}";
}
