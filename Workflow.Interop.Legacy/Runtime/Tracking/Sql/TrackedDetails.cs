using System.Text.Json;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The exception of a record that was read from a database. The original exception object is not stored.</summary>
public sealed class TrackedException : Exception
{
    internal TrackedException(string? typeName, string? message)
        : base(message) => TypeName = typeName ?? string.Empty;

    /// <summary>The full name of the type of the original exception.</summary>
    public string TypeName { get; }
}

/// <summary>The data of an event, stored as JSON.</summary>
internal sealed record TrackedDetails
{
    public string? Error { get; init; }

    public string? ExceptionType { get; init; }

    public string? Message { get; init; }

    public string? CurrentActivityPath { get; init; }

    public string? OriginalActivityPath { get; init; }

    public Guid ContextGuid { get; init; }

    public Guid ParentContextGuid { get; init; }

    /// <summary>Returns the JSON text of event data; null if there is nothing to store.</summary>
    public static string? Write(EventArgs? arguments)
    {
        TrackedDetails? details = arguments switch
        {
            TrackingWorkflowExceptionEventArgs thrown => Of(thrown.Exception) with
            {
                CurrentActivityPath = thrown.CurrentActivityPath,
                OriginalActivityPath = thrown.OriginalActivityPath,
                ContextGuid = thrown.ContextGuid,
                ParentContextGuid = thrown.ParentContextGuid,
            },
            TrackingWorkflowTerminatedEventArgs terminated => Of(terminated.Exception),
            TrackingWorkflowSuspendedEventArgs suspended => new TrackedDetails { Error = suspended.Error },
            _ => null,
        };
        return details is null ? null : JsonSerializer.Serialize(details);
    }

    /// <summary>Returns the data of an event; null if there are none, or if the text is damaged.</summary>
    public static EventArgs? Read(TrackingWorkflowEvent workflowEvent, string? text)
    {
        TrackedDetails? details;
        try
        {
            details = text is null ? null : JsonSerializer.Deserialize<TrackedDetails>(text);
        }
        catch (JsonException)
        {
            return null;
        }

        return (details, workflowEvent) switch
        {
            (null, _) => null,
            (_, TrackingWorkflowEvent.Exception) => new TrackingWorkflowExceptionEventArgs(
                details.Exception(),
                details.CurrentActivityPath ?? string.Empty,
                details.OriginalActivityPath ?? string.Empty,
                details.ContextGuid,
                details.ParentContextGuid),
            (_, TrackingWorkflowEvent.Terminated) => new TrackingWorkflowTerminatedEventArgs(details.Exception()),
            (_, TrackingWorkflowEvent.Suspended) => new TrackingWorkflowSuspendedEventArgs(details.Error),
            _ => null,
        };
    }

    private static TrackedDetails Of(Exception exception)
    {
        TrackedValue message = TrackedValue.Of(new MessageOf(exception));
        return new TrackedDetails { ExceptionType = exception.GetType().FullName, Message = message.Text };
    }

    private TrackedException Exception() => new(ExceptionType, Message);

    /// <summary>Defers the read of an exception's message, which is application code and can throw.</summary>
    private sealed record MessageOf(Exception Exception)
    {
        public override string ToString() => Exception.Message;
    }
}
