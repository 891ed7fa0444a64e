namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// The exception that is thrown if a workflow instance cannot be saved or loaded: a value cannot be saved, the saved state is damaged or does not fit the
/// workflow, or the store failed.
/// </summary>
public class PersistenceException : Exception
{
    /// <summary>Creates an exception.</summary>
    public PersistenceException()
        : this("The workflow instance cannot be saved or loaded.")
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public PersistenceException(string? message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public PersistenceException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
