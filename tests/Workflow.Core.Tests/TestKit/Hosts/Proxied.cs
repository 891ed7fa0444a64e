using Workflow.Hosting;

namespace Workflow.Core.Tests.TestKit;

/// <summary>An extension that keeps the proxy of its instance for the test.</summary>
internal sealed class Proxied : IWorkflowInstanceExtension
{
    public WorkflowInstanceProxy? Proxy { get; private set; }

    public IEnumerable<object>? GetAdditionalExtensions() => null;

    public void SetInstance(WorkflowInstanceProxy instance) => Proxy = instance;
}
