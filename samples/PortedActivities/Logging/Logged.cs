using System;
using System.ComponentModel;
using Workflow;
using Workflow.Tracking;

namespace PortedActivities.Logging;

/// <summary>Returns the result of its body, and reports the run to the log and to the tracking participants.</summary>
public sealed class Logged<T> : NativeActivity<T>
{
    [DefaultValue(null)]
    public Activity<T> Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddChild(Body);
        metadata.AddDefaultExtensionProvider<ExecutionLog>(CreateLog);
        if (Body == null)
        {
            metadata.AddValidationError("'" + DisplayName + "' has nothing to log: set its Body.");
        }
    }

    protected override void Execute(NativeActivityContext context)
    {
        Report(context, "started", null);
        context.ScheduleActivity(Body, OnBodyCompleted, OnBodyFaulted);
    }

    protected override void Cancel(NativeActivityContext context)
    {
        Report(context, "asked to cancel", null);
        base.Cancel(context);
    }

    protected override void Abort(NativeActivityAbortContext context)
    {
        context.GetExtension<ExecutionLog>().Write(DisplayName + " aborted: " + context.Reason.Message);
        base.Abort(context);
    }

    private static ExecutionLog CreateLog()
    {
        return new ExecutionLog();
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance, T result)
    {
        if (completedInstance.State == ActivityInstanceState.Closed)
        {
            Result.Set(context, result);
            Report(context, "closed", result);
        }
        else
        {
            Report(context, completedInstance.State == ActivityInstanceState.Canceled ? "canceled" : "faulted", null);
        }
    }

    private void OnBodyFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        Report(faultContext, "failed", propagatedException.Message);
    }

    private void Report(NativeActivityContext context, string what, object detail)
    {
        string line = DisplayName + " " + what;
        context.GetExtension<ExecutionLog>().Write(detail == null ? line : line + ": " + detail);

        CustomTrackingRecord record = new CustomTrackingRecord(what);
        record.Data.Add("Activity", context.ActivityInstanceId);
        record.Data.Add("Detail", detail);
        context.Track(record);
    }
}
