using Workflow.Data;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Manages the secondary roots: the instances without a parent besides the root. The workflow completes when they have ended too (rule 11.1).
/// </summary>
internal sealed class SecondaryRoots(RunContext run, Scheduler scheduler, Teardown teardown, TerminationRequests ends)
{
    public Frame Schedule(Frame by, Activity activity, LocationEnvironment? scope, object? state)
    {
        Frame root = scheduler.ScheduleSecondaryRoot(by, activity, scope);
        root.TakeRareState().State = state;
        run.State.Scopes.SecondaryRoots.Add(root);
        return root;
    }

    /// <summary>
    /// Called when the root or a secondary root has completed. The workflow completes with the root if nothing else keeps the workflow running.
    /// </summary>
    public void OnCompleted(Frame root)
    {
        InstanceState state = run.State;
        if (!state.UsesScopes || (ReferenceEquals(root, state.Root) && state.Scopes.EndsWithRoot))
        {
            state.Outcome = ExecutionOutcome.Completed;
            return;
        }

        // The root is not released, because its outputs are read after the end of the workflow.
        if (Remove(state.Scopes.SecondaryRoots, root))
        {
            scheduler.Release(root);
        }

        // Not at once, because queued items run first and may begin a compensation.
        state.HasIdleWork |= state.Root!.IsCompleted;
    }

    /// <summary>Continues when nothing is queued. Returns false if there is nothing to do now, or the workflow has completed.</summary>
    public bool Continue()
    {
        InstanceState state = run.State;
        ScopeState scopes = state.Scopes;
        if (!state.Root!.IsCompleted || scopes.SecondaryRoots.Count > 0)
        {
            return false;
        }

        try
        {
            if (scopes.RootContinuation?.Continue(state.Root) == true)
            {
                return true;
            }
        }
        catch (Exception exception)
        {
            // The continuation runs outside any item, and the state of a loaded instance may be inconsistent. The exception ends this instance only.
            ends.RequestAbort(exception);
            return true;
        }

        state.Outcome = ExecutionOutcome.Completed;
        return false;
    }

    /// <summary>
    /// Removes a root from the list; returns false if it is not in the list. Searches from the end, because the root that was scheduled last ends first in most
    /// cases.
    /// </summary>
    private static bool Remove(List<Frame> roots, Frame root)
    {
        int index = roots.Count - 1;
        while (index >= 0 && !ReferenceEquals(roots[index], root))
        {
            index--;
        }

        if (index < 0)
        {
            return false;
        }

        roots.RemoveAt(index);
        return true;
    }

    public void Abort(Exception? reason)
    {
        foreach (Frame root in run.State.KnownScopes?.SecondaryRoots ?? [])
        {
            teardown.Abort(root, reason);
        }
    }
}
