using System.Diagnostics.Tracing;
using Microsoft.Extensions.Logging;
using Workflow.Tracking;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Writes tracking records to a logger: states of instances, exceptions and custom records; if the level Debug is enabled, also states of activities. The event
/// ids are those of the events of the tracking records.
/// </summary>
/// <param name="logger">Receives the messages.</param>
/// <param name="aborts">The log level of aborts.</param>
internal sealed class LoggingParticipant(ILogger logger, LogLevel aborts) : TrackingParticipant
{
    /// <summary>The logger category of these messages.</summary>
    public const string Category = "Workflow.Instances";

    private static readonly TrackingProfile Nothing = new();
    private static readonly TrackingProfile Instances = ProfileOf(new WorkflowInstanceQuery { States = { "*" } }, new CustomTrackingQuery { Name = "*" });

    private static readonly TrackingProfile Activities = ProfileOf(
        new WorkflowInstanceQuery { States = { "*" } },
        new CustomTrackingQuery { Name = "*" },
        new ActivityStateQuery { States = { "*" } },
        new FaultPropagationQuery());

    protected override TrackingProfile? SelectProfile(string activityDefinitionId) =>
        logger.IsEnabled(LogLevel.Debug) ? Activities : logger.IsEnabled(LogLevel.Error) ? Instances : Nothing;

    protected override void Track(TrackingRecord record, TimeSpan timeout)
    {
        (int id, LogLevel level) = Kind(record);
        if (logger.IsEnabled(level))
        {
            logger.Log(
                level,
                new EventId(id, record.GetType().Name),
                record,
                (record as WorkflowInstanceUnhandledExceptionRecord)?.UnhandledException,
                static (state, _) => Text(state));
        }
    }

    private static TrackingProfile ProfileOf(params TrackingQuery[] queries)
    {
        TrackingProfile profile = new();
        Array.ForEach(queries, profile.Queries.Add);
        return profile;
    }

    private (int Id, LogLevel Level) Kind(TrackingRecord record) => record switch
    {
        WorkflowInstanceUnhandledExceptionRecord => (101, LogLevel.Error),
        WorkflowInstanceAbortedRecord => (102, aborts),
        WorkflowInstanceTerminatedRecord => (113, LogLevel.Error),
        WorkflowInstanceSuspendedRecord => (112, LogLevel.Warning),
        WorkflowInstanceRecord { State: WorkflowInstanceStates.Started or WorkflowInstanceStates.Completed or WorkflowInstanceStates.Canceled } =>
            (100, LogLevel.Information),
        WorkflowInstanceRecord => (100, LogLevel.Debug),
        FaultPropagationRecord => (105, LogLevel.Debug),
        CustomTrackingRecord { Level: EventLevel.Critical or EventLevel.Error } => (110, LogLevel.Error),
        CustomTrackingRecord { Level: EventLevel.Warning } => (111, LogLevel.Warning),
        CustomTrackingRecord => (108, LogLevel.Information),
        _ => (103, LogLevel.Debug),
    };

    private static string Text(TrackingRecord record) => record switch
    {
        WorkflowInstanceUnhandledExceptionRecord fault =>
            $"The workflow instance has an unhandled exception of '{fault.FaultSource.Name}': {fault.UnhandledException.Message}",
        WorkflowInstanceAbortedRecord aborted => $"The workflow instance is Aborted: {aborted.Reason}",
        WorkflowInstanceTerminatedRecord terminated => $"The workflow instance is Terminated: {terminated.Reason}",
        WorkflowInstanceSuspendedRecord suspended => $"The workflow instance is Suspended: {suspended.Reason}",
        WorkflowInstanceRecord instance => $"The workflow instance is {instance.State}.",
        ActivityStateRecord activity => $"The activity '{activity.Activity.Name}' ({activity.Activity.Id}) is {activity.State}.",
        FaultPropagationRecord fault => $"An exception of '{fault.FaultSource.Name}' propagates: {fault.Fault.Message}",
        CustomTrackingRecord custom => $"{custom.Name}: {string.Join(", ", custom.Data.Select(item => $"{item.Key} = {item.Value}"))}",
        _ => record.ToString(),
    };
}
