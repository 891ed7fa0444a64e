namespace Workflow.Interop.Legacy.Runtime.Configuration;

/// <summary>Names a service as in configuration files of WF3. The runtime does not read such files: the application adds its services itself.</summary>
public class WorkflowRuntimeServiceElement
{
    /// <summary>The name of the type of the service. Default: empty.</summary>
    public string Type { get; set; } = string.Empty;
}
