namespace Workflow.Extensions.Hosting;

/// <summary>The instance has ended and accepts no further operations. Nothing was stored.</summary>
public sealed class WorkflowInstanceEndedException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="reference">The id or the key of the instance.</param>
    /// <param name="innerException">The cause; null, the default, for none.</param>
    public WorkflowInstanceEndedException(WorkflowReference reference, Exception? innerException = null)
        : base($"The instance with the {reference} has ended and takes no more operations.", innerException) =>
        Reference = reference;

    /// <summary>The id or the key of the instance.</summary>
    public WorkflowReference Reference { get; }
}
