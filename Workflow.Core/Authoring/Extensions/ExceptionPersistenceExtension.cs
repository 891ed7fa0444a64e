namespace Workflow;

/// <summary>An extension that defines whether an instance can be saved while it handles an exception (rule 5.7).</summary>
/// <remarks>Configure it before the first run. After that, any thread may read it.</remarks>
public class ExceptionPersistenceExtension
{
    /// <summary>Creates the extension with the default, which is also used without the extension.</summary>
    public ExceptionPersistenceExtension()
    {
    }

    /// <summary>
    /// True, the default: exceptions are saved like any other value. False: when an exception leaves an activity, the instance is not saved
    /// until the fault callback has returned, or the <see cref="Statements.TryCatch"/> that caught it has completed.
    /// </summary>
    public bool PersistExceptions { get; set; } = true;

    /// <summary>
    /// False, the default: an exception that cannot be restored exactly is saved as a substitute that says so, see <see cref="Persistence.SubstituteException"/> (rule 7.5.6).
    /// True: the save fails, as for other values that cannot be saved.
    /// </summary>
    public bool RequiresExactExceptions { get; set; }
}
