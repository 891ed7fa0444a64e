using System.Runtime.InteropServices;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scopes;

/// <summary>Sets up and cleans up the thread around the items in the scope of an <see cref="IExecutionProperty"/> (rule 9.3).</summary>
internal sealed class ThreadPropertyScope(RunContext run, WorkQueue queue, EndRequests ends)
{
    /// <summary>The properties of the running item, the innermost first.</summary>
    private readonly List<PropertyEntry> _running = [];

    private readonly HashSet<string> _names = new(StringComparer.Ordinal);

    /// <summary>The first property came that sets up the thread.</summary>
    public void Begin()
    {
        queue.RequestSlowLane(Signals.Bracket);
    }

    /// <summary>The last one has gone.</summary>
    public void End()
    {
        queue.EndSlowLane(Signals.Bracket);
    }

    /// <summary>Sets up the thread for an instance's code; false when that failed, and the code must not run.</summary>
    public bool Open(Frame frame)
    {
        bool isOnly = run.State.Scopes.Properties == 1;
        PropertyTable.CollectThreadProperties(frame, isOnly, _names, _running);
        if (!isOnly)
        {
            _names.Clear();
        }

        // When one fails the later ones are cleaned up too, though they were not set up: that is what they are promised.
        foreach (PropertyEntry entry in CollectionsMarshal.AsSpan(_running))
        {
            entry.AwaitsCleanup = true;
        }

        try
        {
            // From the outside in, and cleaned up in the reverse order (rule 9.3).
            for (int i = _running.Count - 1; i >= 0; i--)
            {
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

    /// <summary>Cleans up, the innermost first; what the item removed is not, and a second call does nothing.</summary>
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
                // The remaining ones are cleaned up all the same.
                Abort(exception);
            }
        }

        _running.Clear();
    }

    private void Abort(Exception exception) => ends.RequestAbort(new OperationCanceledException(
        "An execution property failed to set up or clean up the thread, so the workflow is aborted.", exception));
}
