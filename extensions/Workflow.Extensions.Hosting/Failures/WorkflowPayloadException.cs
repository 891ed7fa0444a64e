namespace Workflow.Extensions.Hosting;

/// <summary>
/// The value of a message cannot be sent: its type is not registered, the value cannot be written, or the bookmark expects another type. Nothing was stored.
/// </summary>
public sealed class WorkflowPayloadException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="type">The type of the value; null if the value is null.</param>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; null, the default, for none.</param>
    public WorkflowPayloadException(Type? type, string message, Exception? innerException = null)
        : base(message, innerException) => Type = type;

    /// <summary>The type of the value; null if the value is null.</summary>
    public Type? Type { get; }

    /// <summary>
    /// The type that the bookmark expects; the first one if the definition uses the bookmark name several times. Null, the default, if the value cannot be sent
    /// to any bookmark.
    /// </summary>
    public Type? ExpectedType { get; init; }
}
