using Workflow.Persistence;
using Workflow.Runtime.Reporting;

namespace Workflow.Hosting;

/// <summary>What few applications have: settings other than the defaults, which <see cref="ApplicationSetup"/> describes, what is made for them, and a request to abort.</summary>
internal sealed class ApplicationExtras
{
    /// <summary>The extensions as they are added; null before they are first read. A field, for it is made by the first of several threads.</summary>
    public WorkflowInstanceExtensionManager? ExtensionManager;

    /// <summary>Why the instance is, or is about to be, aborted. A field for the same reason.</summary>
    public AbortRequest? AbortRequest;

    public WorkflowIdentity? Identity { get; init; }

    public bool HasInputs { get; init; }

    public IDictionary<string, object?>? Inputs { get; set; }

    public InstanceStore? Store { get; set; }

    public SynchronizationContext? Context { get; set; }

    public InitialSave? Initial { get; set; }

    /// <summary>The messages of a store; null before the first one.</summary>
    public MessageDelivery? Messages { get; set; }

    public ExtensionSet? Extensions { get; set; }

    public Reporter? Reporter { get; set; }

    public InstanceSaver? Saver { get; set; }
}
