namespace Workflow.Hosting;

/// <summary>Saves the instance at the first boundary between two items at which it can be saved, and unloads it if that is wanted (rule 7.7).</summary>
internal class SaveOperation(bool unloads, CancellationToken cancellationToken) : AwaitableOperation<bool>(cancellationToken)
{
    public override bool IsReady(ApplicationInstance instance) => CanSave(instance);

    /// <summary>Whether the instance can be saved now, or never. If it can be saved later, the host is called then.</summary>
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
