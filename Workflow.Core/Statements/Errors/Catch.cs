namespace Workflow.Statements;

/// <summary>The handler of a <see cref="TryCatch"/> for exceptions of one type and its derived types.</summary>
public abstract class Catch
{
    private protected Catch()
    {
    }

    /// <summary>The type of the exceptions.</summary>
    public abstract Type ExceptionType { get; }

    /// <summary>The activity to run; null if the exception is ignored.</summary>
    internal abstract ActivityDelegate? Handler { get; }

    /// <summary>Schedules the handler, which must not be null.</summary>
    internal abstract void Schedule(NativeActivityContext context, Exception exception, CompletionCallback onCompleted, FaultCallback onFaulted);
}
