namespace Workflow.Extensions.Hosting;

/// <summary>An instance was to be started with a key that another instance has, which has not ended. Nothing was stored.</summary>
public sealed class WorkflowKeyInUseException : WorkflowClientException
{
    internal WorkflowKeyInUseException(string key, Guid conflictingInstanceId, Exception innerException)
        : base($"The key '{key}' belongs to another instance that has not ended; use another key, or send the operation to that instance.", innerException)
    {
        Key = key;
        ConflictingInstanceId = conflictingInstanceId;
    }

    /// <summary>The key.</summary>
    public string Key { get; }

    /// <summary>The instance that has the key; empty if the store does not say.</summary>
    public Guid ConflictingInstanceId { get; }
}
