namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The exception with which a terminated workflow instance ends.</summary>
public sealed class WorkflowTerminatedException : Exception
{
    /// <summary>Creates an exception without a reason.</summary>
    public WorkflowTerminatedException()
        : this(null)
    {
    }

    /// <summary>Creates an exception with a reason.</summary>
    /// <param name="message">The reason.</param>
    public WorkflowTerminatedException(string? message)
        : base(message ?? "The workflow instance was terminated.")
    {
    }

    /// <summary>Creates an exception with a reason and a cause.</summary>
    /// <param name="message">The reason.</param>
    /// <param name="innerException">The cause.</param>
    public WorkflowTerminatedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
