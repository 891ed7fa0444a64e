using Workflow.Data;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Execution;

/// <summary>The instances without a parent beside the root; the workflow completes when they have ended too (rule 11.1).</summary>
internal sealed class SecondaryRoots(RunContext run, Scheduler scheduler, Teardown teardown, EndRequests ends)
{
    public Frame Schedule(Frame by, Activity activity, LocationEnvironment? scope, object? state)
    {
        Frame root = scheduler.ScheduleSecondaryRoot(by, activity, scope);
        root.TakeExtras().State = state;
        run.State.Scopes.SecondaryRoots.Add(root);
        return root;
    }

    /// <summary>The root, or one of the others, has completed. The workflow completes with the root when nothing else keeps it going.</summary>
    public void OnCompleted(Frame root)
    {
        InstanceState state = run.State;
        if (!state.UsesScopes || (ReferenceEquals(root, state.Root) && state.Scopes.EndsWithRoot))
        {
            state.Outcome = ExecutionOutcome.Completed;
            return;
        }

        // The root stays: its outputs are read after the end of the workflow.
        if (Remove(state.Scopes.SecondaryRoots, root))
        {
            scheduler.Release(root);
        }

        // Not at once: what is queued runs first, and a compensation may begin there.
        state.HasIdleWork |= state.Root!.IsCompleted;
    }

    /// <summary>Goes on when nothing is queued; false: there is nothing to do now, or the workflow has completed.</summary>
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
            // It runs in no item, and what is left of a loaded instance may not fit together: that ends this instance, and nothing else.
            ends.RequestAbort(exception);
            return true;
        }

        state.Outcome = ExecutionOutcome.Completed;
        return false;
    }

    /// <summary>Removes a root from those that run; false: it is none of them. From the end, because the root that was scheduled last ends first in most cases.</summary>
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
