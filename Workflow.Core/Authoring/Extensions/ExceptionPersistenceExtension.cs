namespace Workflow;

/// <summary>An extension by which a host says whether an instance may be saved while it handles an exception (rule 5.7).</summary>
/// <remarks>Set it up before the first run; from then on it is read by any thread.</remarks>
public class ExceptionPersistenceExtension
{
    /// <summary>Creates the extension with its default, which is what holds without the extension too.</summary>
    public ExceptionPersistenceExtension()
    {
    }

    /// <summary>
    /// True, the default: exceptions are saved like any other value. False: from the moment an exception leaves an activity the instance is not saved
    /// until the fault callback has returned, or the <see cref="Statements.TryCatch"/> that caught it is done.
    /// </summary>
    public bool PersistExceptions { get; set; } = true;
}
