using Workflow.Hosting;
using Workflow.Runtime.State;

namespace Workflow;

/// <summary>The arguments of the handler <see cref="WorkflowApplication.OnUnhandledException"/>.</summary>
public class WorkflowApplicationUnhandledExceptionEventArgs : WorkflowApplicationEventArgs
{
    private readonly UnhandledFault _fault;

    internal WorkflowApplicationUnhandledExceptionEventArgs(HostedInstance instance, UnhandledFault fault)
        : base(instance) => _fault = fault;

    /// <summary>The exception.</summary>
    public Exception UnhandledException => _fault.Exception;

    /// <summary>The activity that threw the exception.</summary>
    public Activity ExceptionSource => _fault.Source;

    /// <summary>The id of the instance of that activity, as in <see cref="ActivityInstance.Id"/>.</summary>
    public string ExceptionSourceInstanceId => _fault.SourceInstanceId;

    /// <summary>
    /// True if the answer <see cref="UnhandledExceptionAction.Abort"/> also suspends the saved instance, so that no host runs it until
    /// <see cref="Persistence.InstanceStore.ContinueAsync"/> is called; false by default. Without effect if the store does not support messages.
    /// </summary>
    public bool SuspendsInstance { get; set; }
}
