namespace Workflow.Extensions.Hosting;

/// <summary>
/// No instance has the id or the key: the instance was never started, or it has ended and the store has deleted it. Nothing was stored.
/// </summary>
public sealed class WorkflowInstanceNotFoundException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="reference">The id or the key of the instance.</param>
    /// <param name="innerException">The cause; null, the default, for none.</param>
    public WorkflowInstanceNotFoundException(WorkflowReference reference, Exception? innerException = null)
        : base($"No instance has the {reference}; it was not started, or it has ended and the store does not know it any more.", innerException) =>
        Reference = reference;

    /// <summary>The id or the key of the instance.</summary>
    public WorkflowReference Reference { get; }
}
