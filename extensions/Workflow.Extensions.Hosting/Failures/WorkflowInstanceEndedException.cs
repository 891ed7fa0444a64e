namespace Workflow.Extensions.Hosting;

/// <summary>The instance has ended and accepts no further operations. Nothing was stored.</summary>
public sealed class WorkflowInstanceEndedException : WorkflowClientException
{
    internal WorkflowInstanceEndedException(WorkflowReference reference, Exception? innerException = null)
        : base($"The instance with the {reference} has ended and takes no more operations.", innerException) => Reference = reference;

    /// <summary>The id or the key of the instance.</summary>
    public WorkflowReference Reference { get; }
}
