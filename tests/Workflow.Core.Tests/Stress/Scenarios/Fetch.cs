namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>An asynchronous activity that ends when the observer ends its work, or when it is canceled.</summary>
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
