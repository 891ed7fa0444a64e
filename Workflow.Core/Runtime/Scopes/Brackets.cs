using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Scopes;

/// <summary>Sets up and cleans up the thread around the items in the scope of an <see cref="IExecutionProperty"/> (rule 9.3).</summary>
internal sealed class Brackets(WorkflowExecution execution)
{
    /// <summary>The properties of the running item, the innermost first.</summary>
    private readonly List<PropertyEntry> _running = [];

    /// <summary>Sets up the thread for an instance's code; false when that failed, and the code must not run.</summary>
    public bool Open(Frame frame)
    {
        foreach (PropertyEntry entry in execution.Properties.Visible(frame))
        {
            if (entry.Value is IExecutionProperty)
            {
                _running.Add(entry);
            }
        }

        try
        {
            for (int i = _running.Count - 1; i >= 0; i--)
            {
                _running[i].IsSetUp = true;
                ((IExecutionProperty)_running[i].Value).SetupWorkflowThread();
            }

            return true;
        }
        catch (Exception exception)
        {
            // A property of the author's failed: the code that relies on it must not run, and the workflow cannot go on.
            Abort(exception);
            return false;
        }
    }

    /// <summary>Cleans up whatever was set up; what the item removed is not.</summary>
    public void Close()
    {
        foreach (PropertyEntry entry in _running)
        {
            if (!entry.IsSetUp)
            {
                continue;
            }

            entry.IsSetUp = false;
            try
            {
                ((IExecutionProperty)entry.Value).CleanupWorkflowThread();
            }
            catch (Exception exception)
            {
                // The remaining ones are cleaned up all the same.
                Abort(exception);
            }
        }

        _running.Clear();
    }

    private void Abort(Exception exception) => execution.RequestAbort(new OperationCanceledException(
        "An execution property failed to set up or clean up the thread, so the workflow is aborted.", exception));
}
