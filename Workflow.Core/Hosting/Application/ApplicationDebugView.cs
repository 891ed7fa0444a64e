using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>
/// An application as a debugger shows it. The properties of the application itself are not for looking at: reading its id fixes it (rule 16.7), and others
/// make what they return. Changes nothing, takes no lock and runs no code of users.
/// </summary>
internal sealed class ApplicationDebugView
{
    private readonly WorkflowApplication _application;
    private readonly ApplicationInstance _instance;

    /// <summary>The constructor that a debugger calls.</summary>
    public ApplicationDebugView(WorkflowApplication application)
    {
        ApplicationDebugView view = application.DebugView;
        _application = application;
        _instance = view._instance;
    }

    public ApplicationDebugView(WorkflowApplication application, ApplicationInstance instance)
    {
        _application = application;
        _instance = instance;
    }

    /// <summary>Null before it is first read.</summary>
    public Guid? Id => _instance.IdIfAny;

    public string Phase => _instance.IsIdle ? "Idle" : _instance.Phase.ToString();

    public Activity WorkflowDefinition => _application.WorkflowDefinition;

    public WorkflowIdentity? DefinitionIdentity => _application.DefinitionIdentity;

    public InstanceStore? InstanceStore => _application.InstanceStore;

    /// <summary>Null when none were added.</summary>
    public WorkflowInstanceExtensionManager? Extensions => _instance.Setup.ExtensionManagerIfAny;

    /// <summary>How it completed; null before it has.</summary>
    public WorkflowCompletion? Result => _instance.Run.Result;

    /// <summary>Why it is, or is about to be, aborted; null when it is not.</summary>
    public Exception? AbortReason => _instance.AbortRequest?.Reason;

    internal string Text => $"{WorkflowDefinition.DebuggerText}, {Phase}{(Id is { } id ? $", {id}" : string.Empty)}";
}
