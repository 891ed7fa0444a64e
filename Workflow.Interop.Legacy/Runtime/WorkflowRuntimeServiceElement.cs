namespace Workflow.Interop.Legacy.Runtime.Configuration;

/// <summary>The name of a service, as configuration files of WF3 have it. Nothing reads such files: the application adds its services itself.</summary>
public class WorkflowRuntimeServiceElement
{
    /// <summary>The name of the type. Default: empty.</summary>
    public string Type { get; set; } = string.Empty;
}
