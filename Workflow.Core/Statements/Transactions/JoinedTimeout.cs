namespace Workflow.Statements;

/// <summary>Waits beside the body of a scope that joined a transaction. Not a durable wait: a transaction is never saved while it is open.</summary>
internal sealed class JoinedTimeout : AsyncCodeActivity
{
    public InArgument<TimeSpan>? Limit { get; set; }

    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
        Task.Delay(Limit!.Get(context), context.GetExtension<TimeProvider>() ?? TimeProvider.System, cancellationToken);
}
