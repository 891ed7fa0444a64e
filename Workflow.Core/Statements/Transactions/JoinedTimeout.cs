using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>
/// Waits for the timeout of a scope that joined a transaction, in parallel with its body. The wait is not durable, because an instance with an open transaction
/// is never saved.
/// </summary>
internal sealed class JoinedTimeout : AsyncCodeActivity, IAsyncCodeActivity
{
    public InArgument<TimeSpan>? Limit { get; set; }

    bool IAsyncCodeActivity.IsInterruptible => false;

    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
        LongDelay.RunAsync(Limit!.Get(context), context.GetExtension<TimeProvider>() ?? TimeProvider.System, cancellationToken);
}
