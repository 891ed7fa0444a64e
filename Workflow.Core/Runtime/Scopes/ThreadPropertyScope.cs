using System.Runtime.InteropServices;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scopes;

/// <summary>Sets up and cleans up the thread around the items in the scope of an <see cref="IExecutionProperty"/> (rule 9.3).</summary>
internal sealed class ThreadPropertyScope(RunContext run, WorkQueue queue, TerminationRequests ends)
{
    /// <summary>The properties of the running item, the innermost first.</summary>
    private readonly List<PropertyEntry> _running = [];

    private readonly HashSet<string> _names = new(StringComparer.Ordinal);

    /// <summary>Called when the first property that sets up the thread was added.</summary>
    public void Begin()
    {
        queue.RequestQueueOnly(Signals.ThreadProperties);
    }

    /// <summary>Called when the last property that sets up the thread was removed.</summary>
    public void End()
    {
        queue.EndQueueOnly(Signals.ThreadProperties);
    }

    /// <summary>Sets up the thread for the code of an instance. Returns false if that failed, in which case the code must not run.</summary>
    public bool Open(Frame frame)
    {
        bool isOnly = run.State.Scopes.Properties == 1;
        PropertyTable.CollectThreadProperties(frame, isOnly, _names, _running);
        if (!isOnly)
        {
            _names.Clear();
        }

        // Set for all properties first: if a set-up fails, the later properties are cleaned up too, although they were not set up (rule 9.3).
        foreach (PropertyEntry entry in CollectionsMarshal.AsSpan(_running))
        {
            entry.AwaitsCleanup = true;
        }

        try
        {
            // From the outside to the inside; the clean-up has the reverse order (rule 9.3).
            for (int i = _running.Count - 1; i >= 0; i--)
            {
                ((IExecutionProperty)_running[i].Value).SetupWorkflowThread();
            }

            return true;
        }
        catch (Exception exception)
        {
            // A property of the application failed: the code that relies on the property must not run, and the workflow cannot continue.
            Abort(exception);
            return false;
        }
    }

    /// <summary>Cleans up the thread, the innermost property first. Skips properties that the item removed. A second call does nothing.</summary>
    public void Close()
    {
        foreach (PropertyEntry entry in CollectionsMarshal.AsSpan(_running))
        {
            if (!entry.AwaitsCleanup)
            {
                continue;
            }

            entry.AwaitsCleanup = false;
            try
            {
                ((IExecutionProperty)entry.Value).CleanupWorkflowThread();
            }
            catch (Exception exception)
            {
                // The remaining properties are cleaned up in any case.
                Abort(exception);
            }
        }

        _running.Clear();
    }

    private void Abort(Exception exception) => ends.RequestAbort(new OperationCanceledException(
        "An execution property failed to set up or clean up the thread, so the workflow is aborted.", exception));
}
