namespace Workflow.Statements;

/// <summary>What a <see cref="TryCatch"/> does about exceptions of type <typeparamref name="TException"/> and of the types derived from it.</summary>
/// <typeparam name="TException">The type of exception.</typeparam>
public sealed class Catch<TException> : Catch
    where TException : Exception
{
    /// <inheritdoc/>
    public override Type ExceptionType => typeof(TException);

    /// <summary>What runs, with the exception as its argument; null, the default, or one without handler: the exception is swallowed.</summary>
    public ActivityAction<TException>? Action { get; set; }

    internal override ActivityDelegate? Handler => Action;

    internal override void Schedule(NativeActivityContext context, Exception exception, CompletionCallback onCompleted, FaultCallback onFaulted) =>
        context.ScheduleAction(Action!, (TException)exception, onCompleted, onFaulted);
}
