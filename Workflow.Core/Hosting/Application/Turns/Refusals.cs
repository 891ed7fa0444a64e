namespace Workflow.Hosting;

/// <summary>The answers to operations of an instance that has ended or is being aborted (rule 6.7).</summary>
internal readonly ref struct Refusals(HostedInstance instance)
{
    /// <summary>The result of a resumption.</summary>
    public BookmarkResumptionResult Resumption =>
        instance.Phase == InstancePhase.Completed ? BookmarkResumptionResult.NotFound : BookmarkResumptionResult.NotReady;

    /// <summary>The exception of all other operations.</summary>
    public WorkflowApplicationException Exception
    {
        get
        {
            string name = instance.Definition.DisplayName;
            if (instance.AbortRequest is { } abort)
            {
                return new WorkflowApplicationAbortedException(
                    instance.IsSaveInDoubt
                        ? $"The workflow application '{name}' was aborted while it was being saved, so the stored state is unknown: it is the state of that save or of the previous one; load the instance into a new application to find out."
                        : $"The workflow application '{name}' was aborted and accepts no more operations; load the instance into a new one if it was saved.",
                    instance.InstanceId,
                    abort.Reason);
            }

            if (instance.Phase == InstancePhase.Unloaded)
            {
                return UnloadedException;
            }

            return instance.Run.Result?.TerminationException is { } reason
                ? new WorkflowApplicationTerminatedException(
                    $"The workflow application '{name}' was terminated and accepts no more operations.", instance.InstanceId, reason)
                : new WorkflowApplicationCompletedException(
                    $"The workflow application '{name}' has completed and accepts no more operations.", instance.InstanceId);
        }
    }

    /// <summary>The exception for an instance that was unloaded.</summary>
    public WorkflowApplicationUnloadedException UnloadedException => new(
        $"The workflow application '{instance.Definition.DisplayName}' was unloaded and accepts no more operations; load the instance into a new application.",
        instance.InstanceId);

    /// <summary>Throws if the instance has ended or is being aborted.</summary>
    public void ThrowIfOver()
    {
        if (instance.AbortRequest is not null || instance.IsEnded)
        {
            throw Exception;
        }
    }
}
