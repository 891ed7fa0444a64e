namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A single change of a <see cref="WorkflowChanges"/> object.</summary>
public abstract class WorkflowChangeAction
{
    private protected WorkflowChangeAction()
    {
    }
}
