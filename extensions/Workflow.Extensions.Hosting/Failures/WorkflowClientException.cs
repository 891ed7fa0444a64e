namespace Workflow.Extensions.Hosting;

/// <summary>The base class of the exceptions of <see cref="WorkflowClient"/>. A refused operation has stored nothing.</summary>
public abstract class WorkflowClientException : Exception
{
    private protected WorkflowClientException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
