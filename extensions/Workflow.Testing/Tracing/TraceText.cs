using System.Collections;
using System.Globalization;
using System.Text;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>Formats records as readable lines.</summary>
internal static class TraceText
{
    /// <summary>The length to which longer values are cut: a trace shows the course of events, not all data.</summary>
    private const int MaxValueLength = 80;

    public static void Append(StringBuilder text, TrackingRecord record, DateTime start, Dictionary<string, int> depths)
    {
        (ActivityInfo? activity, string? what) = Describe(record);
        if (what is null)
        {
            return;
        }

        int depth = activity is null ? 0 : depths.GetValueOrDefault(activity.InstanceId);
        text.Append(CultureInfo.InvariantCulture, $"{record.EventTime - start:c}  ").Append(' ', 2 * depth).AppendLine(what);
    }

    /// <summary>Formats a value, in the notation of C# if that is short.</summary>
    public static string Of(object? value)
    {
        switch (value)
        {
            case null:
                return "null";
            case string or char:
                return $"\"{Cut($"{value}")}\"";
            case IFormattable formattable:
                return Cut(formattable.ToString(null, CultureInfo.InvariantCulture));
            case ICollection collection:
                return $"{value.GetType().Name} with {collection.Count} elements";
        }

        try
        {
            return Cut(value.ToString() ?? string.Empty);
        }
        catch (Exception exception)
        {
            // ToString belongs to the application and may throw. The trace must be printed even then, because it explains a failure.
            return $"{value.GetType().Name} (its ToString failed: {exception.Message})";
        }
    }

    private static (ActivityInfo? Activity, string? Text) Describe(TrackingRecord record) => record switch
    {
        ActivityStateRecord state => (state.Activity, $"{Name(state.Activity)} {state.State}{Arguments(state.Arguments)}"),
        BookmarkResumptionRecord resumption =>
            (resumption.Owner, $"{Name(resumption.Owner)} resumed at '{resumption.BookmarkName}' with {Of(resumption.Payload)}"),
        CancelRequestedRecord cancel => (cancel.Child, $"{Name(cancel.Child)} cancel requested"),
        FaultPropagationRecord { IsFaultSource: true } fault =>
            (fault.FaultSource, $"{Name(fault.FaultSource)} threw {fault.Fault.GetType().Name}: {fault.Fault.Message}"),
        CustomTrackingRecord custom => (custom.Activity, $"{custom.Name}{Arguments(custom.Data)}"),
        WorkflowInstanceUnhandledExceptionRecord unhandled => (null, $"Workflow {unhandled.State}: {unhandled.UnhandledException.Message}"),
        WorkflowInstanceAbortedRecord aborted => (null, $"Workflow Aborted: {aborted.Reason}"),
        WorkflowInstanceTerminatedRecord terminated => (null, $"Workflow Terminated: {terminated.Reason}"),
        WorkflowInstanceRecord instance => (null, $"Workflow {instance.State}"),
        _ => (null, null),
    };

    private static string Name(ActivityInfo activity) => $"{activity.Name} ({activity.Id})";

    private static string Arguments(IDictionary<string, object?> arguments) =>
        arguments.Count == 0 ? string.Empty : $": {string.Join(", ", arguments.Select(argument => $"{argument.Key} = {Of(argument.Value)}"))}";

    private static string Cut(string text) => text.Length <= MaxValueLength ? text : $"{text.AsSpan(0, MaxValueLength)}...";
}
