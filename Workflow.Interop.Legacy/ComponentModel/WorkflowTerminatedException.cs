namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A workflow instance was terminated from outside.</summary>
public sealed class WorkflowTerminatedException : Exception
{
    /// <summary>Makes an exception without a reason.</summary>
    public WorkflowTerminatedException()
        : this(null)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The reason.</param>
    public WorkflowTerminatedException(string? message)
        : base(message ?? "The workflow instance was terminated.")
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The reason.</param>
    /// <param name="innerException">Its cause.</param>
    public WorkflowTerminatedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
