namespace Workflow.Hosting;

/// <summary>An extension that wants to know the workflow instance it serves.</summary>
public interface IWorkflowInstanceExtension
{
    /// <summary>Further extensions that come with this one.</summary>
    /// <returns>The extensions; null or empty for none.</returns>
    IEnumerable<object>? GetAdditionalExtensions();

    /// <summary>Called once the instance is set up, before anything runs (rule 14.2).</summary>
    /// <param name="instance">The instance; may be kept.</param>
    void SetInstance(WorkflowInstanceProxy instance);
}
