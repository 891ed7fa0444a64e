namespace Workflow.Hosting;

/// <summary>An extension that gets a reference to its workflow instance.</summary>
public interface IWorkflowInstanceExtension
{
    /// <summary>Provides further extensions.</summary>
    /// <returns>The extensions; null or empty for none.</returns>
    IEnumerable<object>? GetAdditionalExtensions();

    /// <summary>Called when the instance is set up, before activities run (rule 14.2).</summary>
    /// <param name="instance">The instance. The extension may keep the reference.</param>
    void SetInstance(WorkflowInstanceProxy instance);
}
