namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>A workflow instance cannot be saved or loaded: a value cannot be saved, its saved state is damaged or does not fit the workflow, or the store failed.</summary>
public class PersistenceException : Exception
{
    /// <summary>Makes an exception.</summary>
    public PersistenceException()
        : this("The workflow instance cannot be saved or loaded.")
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    public PersistenceException(string? message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Its cause.</param>
    public PersistenceException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
