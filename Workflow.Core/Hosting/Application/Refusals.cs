namespace Workflow.Hosting;

/// <summary>What is said to who asks too much of an instance that has ended (rule 6.7).</summary>
internal static class Refusals
{
    public static WorkflowApplicationException Of(ApplicationInstance instance)
    {
        string name = instance.Setup.Definition.DisplayName;
        if (instance.AbortNote is { } abort)
        {
            return new WorkflowApplicationAbortedException(
                $"The workflow application '{name}' was aborted and does nothing any more; load the instance into a new one if it was saved.", instance.InstanceId, abort.Reason);
        }

        if (instance.Phase == ApplicationPhase.Unloaded)
        {
            return new WorkflowApplicationUnloadedException(
                $"The workflow application '{name}' was unloaded and does nothing any more; load the instance into a new one.", instance.InstanceId);
        }

        return instance.Result?.TerminationException is { } reason
            ? new WorkflowApplicationTerminatedException($"The workflow application '{name}' was terminated and does nothing any more.", instance.InstanceId, reason)
            : new WorkflowApplicationCompletedException($"The workflow application '{name}' has completed and does nothing any more.", instance.InstanceId);
    }
}
