namespace Workflow;

/// <summary>
/// Thrown when a saved instance was started with another version of the workflow definition than the version that loads it (rule 16.7). The saved
/// instance is not changed.
/// </summary>
public class VersionMismatchException : Exception
{
    /// <summary>Initializes an exception with a general message and without identities.</summary>
    public VersionMismatchException()
        : this("The saved instance belongs to another version of the workflow definition; load it with the definition it was started with.")
    {
    }

    /// <summary>Initializes an exception without identities.</summary>
    /// <param name="message">The error message.</param>
    public VersionMismatchException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception without identities.</summary>
    /// <param name="message">The error message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public VersionMismatchException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception whose message names both identities.</summary>
    /// <param name="expectedVersion">The identity of the definition that loads the instance; null if the definition has none.</param>
    /// <param name="actualVersion">The identity in the saved instance; null if the instance has none.</param>
    public VersionMismatchException(WorkflowIdentity? expectedVersion, WorkflowIdentity? actualVersion)
        : this(Describe(expectedVersion, actualVersion), expectedVersion, actualVersion)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The error message.</param>
    /// <param name="expectedVersion">The identity of the definition that loads the instance; null if the definition has none.</param>
    /// <param name="actualVersion">The identity in the saved instance; null if the instance has none.</param>
    public VersionMismatchException(string? message, WorkflowIdentity? expectedVersion, WorkflowIdentity? actualVersion)
        : this(message, expectedVersion, actualVersion, null)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The error message.</param>
    /// <param name="expectedVersion">The identity of the definition that loads the instance; null if the definition has none.</param>
    /// <param name="actualVersion">The identity in the saved instance; null if the instance has none.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public VersionMismatchException(
        string? message, WorkflowIdentity? expectedVersion, WorkflowIdentity? actualVersion, Exception? innerException)
        : base(message, innerException)
    {
        ExpectedVersion = expectedVersion;
        ActualVersion = actualVersion;
    }

    /// <summary>The identity of the definition that loads the instance; null if the definition has none or the identities were not specified.</summary>
    public WorkflowIdentity? ExpectedVersion { get; }

    /// <summary>The identity in the saved instance; null if the instance has none or the identities were not specified.</summary>
    public WorkflowIdentity? ActualVersion { get; }

    private static string Describe(WorkflowIdentity? expected, WorkflowIdentity? actual) =>
        $"The saved instance was started with {Name(actual)} and cannot continue with {Name(expected)}; load it with the definition it was started with.";

    private static string Name(WorkflowIdentity? identity) => identity is null ? "a definition without identity" : $"the definition '{identity}'";
}
