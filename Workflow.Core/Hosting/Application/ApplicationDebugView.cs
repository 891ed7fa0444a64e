using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>
/// The view of an application in a debugger. A debugger must not read the properties of the application itself: reading its id fixes the id (rule 16.7), and
/// others create what they return. The view changes nothing, takes no lock and runs no user code.
/// </summary>
internal sealed class ApplicationDebugView
{
    private readonly WorkflowApplication _application;
    private readonly ApplicationInstance _instance;

    /// <summary>Called by a debugger.</summary>
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

    /// <summary>The id of the instance; null if it was not read before.</summary>
    public Guid? Id => _instance.IdIfAny;

    public string Phase => _instance.IsIdle ? "Idle" : _instance.Phase.ToString();

    public Activity WorkflowDefinition => _application.WorkflowDefinition;

    public WorkflowIdentity? DefinitionIdentity => _application.DefinitionIdentity;

    public InstanceStore? InstanceStore => _application.InstanceStore;

    /// <summary>The extensions; null if the application has not read or added any.</summary>
    public WorkflowInstanceExtensionManager? Extensions => _instance.Settings.ExtensionManagerIfAny;

    /// <summary>The result of the instance; null before it has completed.</summary>
    public WorkflowCompletion? Result => _instance.Run.Result;

    /// <summary>The reason of the abort, requested or done; null if there is none.</summary>
    public Exception? AbortReason => _instance.AbortRequest?.Reason;

    internal string Text => $"{WorkflowDefinition.DebuggerText}, {Phase}{(Id is { } id ? $", {id}" : string.Empty)}";
}
