namespace Workflow.Statements;

/// <summary>What a <see cref="TryCatch"/> does about exceptions of one type and of the types derived from it.</summary>
public abstract class Catch
{
    private protected Catch()
    {
    }

    /// <summary>The type of exception that is caught.</summary>
    public abstract Type ExceptionType { get; }

    /// <summary>What runs; null: the exception is swallowed.</summary>
    internal abstract ActivityDelegate? Handler { get; }

    /// <summary>Schedules the handler, which must be there.</summary>
    internal abstract void Schedule(NativeActivityContext context, Exception exception, CompletionCallback onCompleted, FaultCallback onFaulted);
}
