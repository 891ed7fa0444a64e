using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The settings of an application that many leave at their defaults; <see cref="ApplicationSetup"/> describes them.</summary>
internal sealed class ApplicationSettings
{
    public WorkflowIdentity? Identity { get; init; }

    public InstanceStore? Store { get; set; }

    public SynchronizationContext? Context { get; set; }

    public Dictionary<XName, object?>? InitialValues { get; set; }
}
