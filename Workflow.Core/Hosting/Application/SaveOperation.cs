namespace Workflow.Hosting;

/// <summary>Saves the instance the first time that it can be saved between two items, and unloads it if requested (rule 7.7).</summary>
internal class SaveOperation(bool unloads, CancellationToken cancellationToken) : AwaitableOperation<bool>(cancellationToken)
{
    public override bool IsReady(ApplicationInstance instance) => CanSave(instance);

    /// <summary>Returns true if the instance can be saved now, or cannot be saved at all. Otherwise requests a turn as soon as it can be saved.</summary>
    public static bool CanSave(ApplicationInstance instance)
    {
        if (instance.Phase != InstancePhase.Running || instance.Setup.Store is null || instance.Run.IsPersistable)
        {
            return true;
        }

        instance.Run.AwaitPersistable();
        return false;
    }

    protected override async ValueTask PerformOnLiveAsync(ApplicationInstance instance)
    {
        DetachToken();
        if (instance.Setup.Store is null)
        {
            throw new InvalidOperationException(
                $"The workflow application '{instance.Setup.Definition.DisplayName}' has no store to save its instance in; set InstanceStore before the first operation.");
        }

        instance.Initialize();
        await SaveProtocol.SaveAsync(instance, unloads, Token).ReturnTo(instance);
        if (unloads)
        {
            EndProtocol.Unload(instance);
        }

        Succeed(true);
    }

    protected override void CompleteForEnded(ApplicationInstance instance)
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
