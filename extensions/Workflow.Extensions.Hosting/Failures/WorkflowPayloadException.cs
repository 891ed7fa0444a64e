namespace Workflow.Extensions.Hosting;

/// <summary>
/// The value of a message cannot be sent: its type is not registered, the value cannot be written, or the bookmark expects another type. Nothing was stored.
/// </summary>
public sealed class WorkflowPayloadException : WorkflowClientException
{
    internal WorkflowPayloadException(Type? type, string message, Exception? innerException = null)
        : base(message, innerException) => Type = type;

    /// <summary>The type of the value; null if the value is null.</summary>
    public Type? Type { get; }

    /// <summary>
    /// The type that the bookmark expects; the first one if the definition uses the bookmark name several times. Null if the value cannot be sent to any
    /// bookmark.
    /// </summary>
    public Type? ExpectedType { get; internal init; }
}
