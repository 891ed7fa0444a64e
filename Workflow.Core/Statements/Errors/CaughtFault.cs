using Workflow.Data;

namespace Workflow.Statements;

/// <summary>
/// The exception that a <see cref="TryCatch"/> caught, and its source. It is in a slot of that activity while its
/// catch runs, where <see cref="Rethrow"/> finds it.
/// </summary>
internal sealed class CaughtFault : ISavedPart
{
    public static readonly StateKind Kind = new("caught", static () => new CaughtFault());

    private CaughtFault()
    {
    }

    public CaughtFault(Exception exception, Activity source, long sourceInstance)
    {
        Exception = exception;
        Source = source;
        SourceInstance = sourceInstance;
    }

    public Exception Exception { get; private set; } = null!;

    /// <summary>The activity whose code threw the exception.</summary>
    public Activity Source { get; private set; } = null!;

    /// <summary>The number of that activity's instance. There is no reference to the instance.</summary>
    public long SourceInstance { get; private set; }

    StateKind ISavedPart.SavedAs => Kind;

    /// <summary>Returns the fault of the innermost running catch that contains a scope; null if there is none.</summary>
    public static CaughtFault? FindInnermost(LocationEnvironment? scope)
    {
        for (; scope is not null; scope = scope.Parent)
        {
            foreach (Location slot in scope.Slots)
            {
                if (slot is Location<CaughtFault?> { Value: { } caught })
                {
                    return caught;
                }
            }
        }

        return null;
    }

    void ISavedState.Save(StateWriter writer)
    {
        writer.WriteValue("exception", Exception, typeof(Exception));
        writer.WriteValue("source", Source, typeof(Activity));
        writer.WriteNumber("sourceInstance", SourceInstance);
    }

    void ISavedState.Load(StateReader reader)
    {
        Exception = reader.ReadRequired<Exception>("exception");
        Source = reader.ReadRequired<Activity>("source");
        SourceInstance = reader.ReadNumber("sourceInstance");
    }
}
