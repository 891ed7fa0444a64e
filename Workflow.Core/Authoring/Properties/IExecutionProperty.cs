namespace Workflow;

/// <summary>An execution property that sets up the thread for the code of the activities in its scope (rule 9.3).</summary>
/// <remarks>
/// Both methods are called around each work item that runs code of an activity in scope, on the same thread. Outer properties are set up first and
/// cleaned up last. An exception from either method aborts the workflow.
/// </remarks>
public interface IExecutionProperty
{
    /// <summary>Called before the code runs.</summary>
    void SetupWorkflowThread();

    /// <summary>Called after the code has run, even if it failed.</summary>
    void CleanupWorkflowThread();
}
