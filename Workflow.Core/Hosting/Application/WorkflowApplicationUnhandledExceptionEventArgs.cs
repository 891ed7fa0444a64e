using Workflow.Hosting;
using Workflow.Runtime.State;

namespace Workflow;

/// <summary>What <see cref="WorkflowApplication.OnUnhandledException"/> gets.</summary>
public class WorkflowApplicationUnhandledExceptionEventArgs : WorkflowApplicationEventArgs
{
    private readonly UnhandledFault _fault;

    internal WorkflowApplicationUnhandledExceptionEventArgs(ApplicationInstance instance, UnhandledFault fault)
        : base(instance) => _fault = fault;

    /// <summary>The exception.</summary>
    public Exception UnhandledException => _fault.Exception;

    /// <summary>The activity that threw it.</summary>
    public Activity ExceptionSource => _fault.Source;

    /// <summary>The id of the instance of that activity, as <see cref="ActivityInstance.Id"/> has it.</summary>
    public string ExceptionSourceInstanceId => _fault.SourceInstanceId;

    /// <summary>
    /// Whether the answer <see cref="UnhandledExceptionAction.Abort"/> also suspends the saved instance, so that no host runs it until <see cref="Persistence.InstanceStore.ReleaseAsync"/>; false by default. Without effect if the
    /// store does not support messages.
    /// </summary>
    public bool SuspendsInstance { get; set; }
}
