namespace Workflow.Extensions.Hosting;

/// <summary>The value of a message cannot be sent, because its type is not registered or the value cannot be written. Nothing was stored.</summary>
public sealed class WorkflowPayloadException : WorkflowClientException
{
    internal WorkflowPayloadException(Type type, string message, Exception? innerException = null)
        : base(message, innerException) => Type = type;

    /// <summary>The type of the value.</summary>
    public Type Type { get; }
}
