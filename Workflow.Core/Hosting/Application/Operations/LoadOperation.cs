using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>Loads a saved instance into an application that is as good as new (rule 16.7).</summary>
internal sealed class LoadOperation(Func<CancellationToken, Task<InstanceHold>> take, CancellationToken cancellationToken) : AnsweredOperation<bool>(cancellationToken)
{
    protected override async ValueTask PerformInTimeAsync(ApplicationInstance instance)
    {
        HoldFast();
        if (instance.Phase != ApplicationPhase.Fresh || instance.HasShownId || instance.Setup.HasInputs)
        {
            throw new InvalidOperationException(
                $"The workflow application '{instance.Setup.Definition.DisplayName}' has an instance already: it was given inputs, used, or asked for its id; load into a new application.");
        }

        try
        {
            HostLoad load = SaveProtocol.Keep(instance, new HostLoad());
            InstanceHold? hold = null;
            await load.LoadAsync(async token => hold = await take(token).ConfigureAwait(false), Token).ReturnTo(instance);
            await Preparation.LoadAsync(instance, load, hold!, Token).ReturnTo(instance);
        }
        catch (Exception exception)
        {
            // Nothing can be made of this application any more.
            instance.TryNoteAbort(exception);
            throw;
        }

        Succeed(true);
    }
}
