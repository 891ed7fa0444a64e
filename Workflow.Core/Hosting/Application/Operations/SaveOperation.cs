namespace Workflow.Hosting;

/// <summary>Saves the instance the first time that it can be saved between two items, and unloads it if requested (rule 7.7).</summary>
internal class SaveOperation(bool unloads, CancellationToken cancellationToken) : AwaitableOperation<bool>(cancellationToken)
{
    public override bool IsReady(OperationTarget instance) => CanSave(instance);

    /// <summary>Returns true if the instance can be saved now, or cannot be saved at all. Otherwise requests a turn as soon as it can be saved.</summary>
    public static bool CanSave(OperationTarget instance)
    {
        if (instance.Phase != InstancePhase.Running || instance.Settings.Store is null || instance.Run.IsPersistable)
        {
            return true;
        }

        instance.Run.AwaitPersistable();
        return false;
    }

    protected override async ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        DetachToken();
        if (instance.Settings.Store is null)
        {
            throw new InvalidOperationException(
                $"The workflow application '{instance.Definition.DisplayName}' has no store to save its instance in; set InstanceStore before the first operation.");
        }

        instance.Initialize();
        await instance.InTurn(instance.Saves.SaveAsync(unloads, Token));
        if (unloads)
        {
            instance.Unload();
        }

        Succeed(true);
    }

    protected override void CompleteForEnded(OperationTarget instance)
    {
        if (unloads && instance.AbortRequest is null)
        {
            Succeed(true);
        }
        else
        {
            base.CompleteForEnded(instance);
        }
    }
}
