namespace Workflow.Hosting;

/// <summary>Tells the application once that its instance has become idle, and whether it can be saved now (rules 7.2 and 16.2).</summary>
internal static class IdleProtocol
{
    /// <summary>Takes the next step of it; false when all has been told.</summary>
    public static ValueTask<bool> TellAsync(ApplicationInstance instance) => instance.Run.Told switch
    {
        IdleStage.Nothing => new(TellIdle(instance)),
        _ => new(false),
    };

    private static bool TellIdle(ApplicationInstance instance)
    {
        instance.Run.Told = IdleStage.Idle;
        if (instance.Handlers?.Idle is { } handler)
        {
            instance.TryCall(handler, new WorkflowApplicationIdleEventArgs(instance, instance.Run.Bookmarks));
        }

        return true;
    }
}
