using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>Loads a saved instance into an application that was not used before (rule 16.7).</summary>
internal sealed class LoadOperation(Func<CancellationToken, Task<InstanceLock>> take, CancellationToken cancellationToken)
    : AwaitableOperation<bool>(cancellationToken)
{
    protected override async ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        DetachToken();
        if (instance.Phase != InstancePhase.Fresh || instance.IsIdExposed || instance.Settings.HasInputs)
        {
            throw new InvalidOperationException(
                $"The workflow application '{instance.Definition.DisplayName}' already has an instance: it has inputs, was used, or its Id was read; load into a new application.");
        }

        try
        {
            InstanceLock? instanceLock = null;
            await instance.InTurn(instance.Saves.LoadAsync(async token => instanceLock = await take(token).ConfigureAwait(false), Token));
            await instance.InTurn(instance.InitializeAsync(instanceLock!, Token));
        }
        catch (Exception exception)
        {
            // The application object cannot be used any more.
            instance.TryRequestAbort(exception);
            throw;
        }

        Succeed(true);
    }
}
