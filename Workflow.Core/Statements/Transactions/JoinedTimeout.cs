namespace Workflow.Statements;

/// <summary>Waits for the timeout of a scope that joined a transaction, in parallel with its body. The wait is not durable, because an instance with an open transaction is never saved.</summary>
internal sealed class JoinedTimeout : AsyncCodeActivity
{
    public InArgument<TimeSpan>? Limit { get; set; }

    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
        Task.Delay(Limit!.Get(context), context.GetExtension<TimeProvider>() ?? TimeProvider.System, cancellationToken);
}
