namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>Does something asynchronous that ends when the witness says so, or when it is canceled.</summary>
internal sealed class Fetch : AsyncCodeActivity
{
    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        Witness witness = context.GetExtension<Witness>()!;
        TaskCompletionSource work;
        using (witness.Enter(DisplayName))
        {
            work = witness.BeginWork();
            cancellationToken.Register(() => work.TrySetCanceled(cancellationToken));
        }

        return work.Task;
    }
}
