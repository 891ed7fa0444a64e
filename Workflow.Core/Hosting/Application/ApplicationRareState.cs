using Workflow.Persistence;
using Workflow.Runtime.Reporting;

namespace Workflow.Hosting;

/// <summary>
/// The data that few applications need: settings other than the defaults, objects that are created for those settings, and an abort request.
/// <see cref="ApplicationSetup"/> describes the settings.
/// </summary>
internal sealed class ApplicationRareState
{
    /// <summary>
    /// The extensions; null before the first read. A field, because several threads may create it at the same time by compare-and-exchange.
    /// </summary>
    public WorkflowInstanceExtensionManager? ExtensionManager;

    /// <summary>The abort request; null if there is none. A field for the same reason.</summary>
    public AbortRequest? AbortRequest;

    public WorkflowIdentity? Identity { get; init; }

    public bool HasInputs { get; init; }

    public IDictionary<string, object?>? Inputs { get; set; }

    public InstanceStore? Store { get; set; }

    public SynchronizationContext? Context { get; set; }

    public InitialSave? Initial { get; set; }

    /// <summary>The messages of a store; null before the first message.</summary>
    public MessageDelivery? Messages { get; set; }

    public ExtensionSet? Extensions { get; set; }

    public Reporter? Reporter { get; set; }

    public InstanceSaver? Saver { get; set; }
}
