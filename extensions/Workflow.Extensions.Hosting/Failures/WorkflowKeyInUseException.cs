namespace Workflow.Extensions.Hosting;

/// <summary>The key of a new instance belongs to another instance that has not ended. Nothing was stored.</summary>
public sealed class WorkflowKeyInUseException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="key">The key.</param>
    /// <param name="conflictingInstanceId">The id of the instance that has the key; <see cref="Guid.Empty"/>, the default, if it is not known.</param>
    /// <param name="innerException">The cause; null, the default, for none.</param>
    public WorkflowKeyInUseException(string key, Guid conflictingInstanceId = default, Exception? innerException = null)
        : base(
            $"The key '{key}' belongs to another instance that has not ended; use another key, or send the operation to that instance.", innerException)
    {
        Key = key;
        ConflictingInstanceId = conflictingInstanceId;
    }

    /// <summary>The key.</summary>
    public string Key { get; }

    /// <summary>The id of the instance that has the key; <see cref="Guid.Empty"/> if the store does not provide it.</summary>
    public Guid ConflictingInstanceId { get; }
}
