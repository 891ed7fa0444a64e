namespace Workflow.Perf.Activities;

/// <summary>A user's asynchronous activity whose operation has already completed when the method returns.</summary>
internal sealed class Completed : AsyncCodeActivity
{
    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => Task.CompletedTask;
}
