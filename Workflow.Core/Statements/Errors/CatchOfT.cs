namespace Workflow.Statements;

/// <summary>The handler of a <see cref="TryCatch"/> for exceptions of type <typeparamref name="TException"/> and its derived types.</summary>
/// <typeparam name="TException">The type of exceptions.</typeparam>
public sealed class Catch<TException> : Catch
    where TException : Exception
{
    /// <inheritdoc/>
    public override Type ExceptionType => typeof(TException);

    /// <summary>The activity to run, with the exception as its argument. If it is null, the default, or has no handler, the exception is ignored.</summary>
    public ActivityAction<TException>? Action { get; set; }

    internal override ActivityDelegate? Handler => Action;

    internal override void Schedule(NativeActivityContext context, Exception exception, CompletionCallback onCompleted, FaultCallback onFaulted) =>
        context.ScheduleAction(Action!, (TException)exception, onCompleted, onFaulted);
}
