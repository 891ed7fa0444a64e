namespace Workflow;

/// <summary>An extension that determines whether an instance can be saved while it handles an exception (rule 5.7).</summary>
/// <remarks>Set the properties before the first run. After that, any thread may read them.</remarks>
public class ExceptionPersistenceExtension
{
    /// <summary>Creates the extension with the default settings, which also apply without the extension.</summary>
    public ExceptionPersistenceExtension()
    {
    }

    /// <summary>
    /// True, the default, to save exceptions like any other value. False to prevent saves from the moment when an exception leaves an activity until the fault
    /// callback has returned, or until the <see cref="Statements.TryCatch"/> that caught the exception has completed.
    /// </summary>
    public bool PersistExceptions { get; set; } = true;

    /// <summary>
    /// False, the default, to save a substitute for an exception that cannot be restored exactly, see <see cref="Persistence.SubstituteException"/> (rule
    /// 7.5.6). True to let the save fail, as for other values that cannot be saved.
    /// </summary>
    public bool RequiresExactExceptions { get; set; }
}
