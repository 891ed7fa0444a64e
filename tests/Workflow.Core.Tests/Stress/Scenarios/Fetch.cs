namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>Does something asynchronous that ends when the observer says so, or when it is canceled.</summary>
internal sealed class Fetch : AsyncCodeActivity
{
    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        StepObserver observer = context.GetExtension<StepObserver>()!;
        TaskCompletionSource work;
        using (observer.Enter(DisplayName))
        {
            work = observer.BeginWork();
            cancellationToken.Register(() => work.TrySetCanceled(cancellationToken));
        }

        return work.Task;
    }
}
