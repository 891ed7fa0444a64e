namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The workflow instance whose step runs on this thread.</summary>
public static class WorkflowEnvironment
{
    [ThreadStatic]
    private static Guid s_current;

    /// <summary>The id of the instance whose step runs on this thread.</summary>
    /// <exception cref="InvalidOperationException">No step runs on this thread.</exception>
    public static Guid WorkflowInstanceId => s_current != Guid.Empty
        ? s_current
        : throw new InvalidOperationException("No workflow instance runs on this thread; read WorkflowInstanceId in code that an activity calls.");

    internal static Guid Enter(Guid instanceId)
    {
        Guid outer = s_current;
        s_current = instanceId;
        return outer;
    }

    internal static void Leave(Guid outer) => s_current = outer;
}
