using System.Diagnostics.CodeAnalysis;

namespace Workflow.Hosting;

/// <summary>
/// Rejects operations that an instance cannot perform, because it has ended (rule 6.7) or because one of its handlers is the caller (rule 16.1.2).
/// </summary>
internal static class OperationGuard
{
    /// <summary>Returns the result of a resumption of an instance that has ended.</summary>
    public static BookmarkResumptionResult OfResumption(ApplicationInstance instance) =>
        instance.Phase == InstancePhase.Completed ? BookmarkResumptionResult.NotFound : BookmarkResumptionResult.NotReady;

    public static void ThrowIfOver(ApplicationInstance instance)
    {
        if (instance.AbortRequest is not null || instance.IsEnded)
        {
            throw Of(instance);
        }
    }

    /// <summary>
    /// Throws if the instance has completed. Its end is known when the handler Completed has returned, so this method waits for a running handler (rule
    /// 6.7).
    /// </summary>
    [SuppressMessage(
        "ApiDesign",
        "RS0030:Do not use banned APIs",
        Justification = "Run is a synchronous call that answers what has become of the instance; it waits for a handler, never for I/O.")]
    public static void ThrowIfCompleted(ApplicationInstance instance)
    {
        if (instance.Run.Result is null)
        {
            return;
        }

        if (instance.Calls.IsRunning)
        {
            instance.Handlers!.CompletedReturn.Wait();
        }

        throw Of(instance);
    }

    /// <summary>Throws if a handler is the caller: a handler that waits for an operation of its instance would wait for itself (rule 16.1.2).</summary>
    public static void ThrowInHandler(ApplicationInstance instance)
    {
        if (instance.Calls.IsCallerInHandler)
        {
            throw new InvalidOperationException(
                $"A handler of the workflow application '{instance.Setup.Definition.DisplayName}' called an operation of the same instance, which would wait for the handler; return from the handler first, or call Abort.");
        }
    }

    public static WorkflowApplicationException Of(ApplicationInstance instance)
    {
        string name = instance.Setup.Definition.DisplayName;
        if (instance.AbortRequest is { } abort)
        {
            return new WorkflowApplicationAbortedException(
                instance.Saver is { IsInDoubt: true }
                    ? $"The workflow application '{name}' was aborted while it was being saved, so the stored state is unknown: it is the state of that save or of the previous one; load the instance into a new application to find out."
                    : $"The workflow application '{name}' was aborted and accepts no more operations; load the instance into a new one if it was saved.",
                instance.InstanceId,
                abort.Reason);
        }

        if (instance.Phase == InstancePhase.Unloaded)
        {
            return OfUnloaded(instance);
        }

        return instance.Run.Result?.TerminationException is { } reason
            ? new WorkflowApplicationTerminatedException(
                $"The workflow application '{name}' was terminated and accepts no more operations.", instance.InstanceId, reason)
            : new WorkflowApplicationCompletedException(
                $"The workflow application '{name}' has completed and accepts no more operations.", instance.InstanceId);
    }

    public static WorkflowApplicationUnloadedException OfUnloaded(ApplicationInstance instance) => new(
        $"The workflow application '{instance.Setup.Definition.DisplayName}' was unloaded and accepts no more operations; load the instance into a new application.",
        instance.InstanceId);
}
