using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Applies the failure policy of a definition to an instance, and logs why the instance was aborted.</summary>
internal sealed class FailureHandler(HostedDefinition definition, Guid instanceId, ILogger logger)
{
    public UnhandledExceptionAction OnUnhandledException(WorkflowApplicationUnhandledExceptionEventArgs fault)
    {
        logger.Unhandled(fault.ExceptionSource.DisplayName, instanceId, definition.Policy, fault.UnhandledException);
        HostMeter.Failures.Add(1, HostMeter.Tag(definition));
        fault.SuspendsInstance = definition.Policy == WorkflowFailurePolicy.AbandonAndSuspend;
        return definition.Policy switch
        {
            WorkflowFailurePolicy.Cancel => UnhandledExceptionAction.Cancel,
            WorkflowFailurePolicy.Terminate => UnhandledExceptionAction.Terminate,
            _ => UnhandledExceptionAction.Abort,
        };
    }

    /// <summary>Logs an abort. The loss of an owner is logged once as a warning, and not for each of its instances.</summary>
    public void OnAborted(WorkflowApplicationAbortedEventArgs aborted)
    {
        Exception? cause = aborted.Reason;
        while (cause is not (null or InstanceOwnerException))
        {
            cause = cause.InnerException;
        }

        if (cause is not null)
        {
            logger.AbortedWithOwner(instanceId);
        }
        else
        {
            logger.Aborted(instanceId, aborted.Reason);
        }
    }
}
