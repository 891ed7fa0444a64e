using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>Loads a saved instance into an application that was not used before (rule 16.7).</summary>
internal sealed class LoadOperation(Func<CancellationToken, Task<InstanceLock>> take, CancellationToken cancellationToken)
    : AwaitableOperation<bool>(cancellationToken)
{
    protected override async ValueTask PerformOnLiveAsync(ApplicationInstance instance)
    {
        DetachToken();
        if (instance.Phase != InstancePhase.Fresh || instance.IsIdExposed || instance.Setup.HasInputs)
        {
            throw new InvalidOperationException(
                $"The workflow application '{instance.Setup.Definition.DisplayName}' already has an instance: it has inputs, was used, or its Id was read; load into a new application.");
        }

        try
        {
            InstanceLoader load = SaveProtocol.Keep(instance, new InstanceLoader());
            InstanceLock? instanceLock = null;
            await load.LoadAsync(async token => instanceLock = await take(token).ConfigureAwait(false), Token).ReturnTo(instance);
            await Initialization.LoadAsync(instance, load, instanceLock!, Token).ReturnTo(instance);
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
