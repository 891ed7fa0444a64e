using Workflow.Data;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Scopes;

/// <summary>The instances without a parent beside the root; the workflow completes when they have ended too (rule 11.1).</summary>
internal sealed class SecondaryRoots(RunContext run, Scheduler scheduler, Teardown teardown, Endings endings)
{
    private readonly List<Frame> _roots = [];

    /// <summary>Goes on after the root has ended; null when no activity asked for it.</summary>
    public RootFollower? Follower { get; set; }

    /// <summary>In the order in which they were scheduled.</summary>
    public IReadOnlyList<Frame> Roots => _roots;

    /// <summary>Nothing keeps the workflow going beside the root.</summary>
    public bool IsEmpty => Follower is null && _roots.Count == 0;

    public void Reset()
    {
        _roots.Clear();
        Follower = null;
    }

    public Frame Schedule(Frame by, Activity activity, LocationEnvironment? scope, object? state)
    {
        Frame root = scheduler.ScheduleSecondaryRoot(by, activity, scope);
        root.TakeExtras().State = state;
        _roots.Add(root);
        return root;
    }

    /// <summary>Takes back what a loaded instance had.</summary>
    public void Load(IEnumerable<Frame> roots, RootFollower? follower)
    {
        _roots.AddRange(roots);
        Follower = follower;
        run.State.HasIdleWork |= run.State.Root!.IsCompleted;
    }

    /// <summary>The root, or one of the others, has completed. The workflow completes with the root when nothing else keeps it going.</summary>
    public void OnCompleted(Frame root)
    {
        InstanceState state = run.State;
        if (!state.UsesScopes || (ReferenceEquals(root, state.Root) && IsEmpty))
        {
            state.Outcome = ExecutionOutcome.Completed;
            return;
        }

        if (_roots.Remove(root))
        {
            scheduler.Release(root);
        }

        run.State.HasIdleWork |= run.State.Root!.IsCompleted;
    }

    /// <summary>Goes on when nothing is queued; false: there is nothing to do now, or the workflow has completed.</summary>
    public bool Continue()
    {
        if (!run.State.Root!.IsCompleted || _roots.Count > 0)
        {
            return false;
        }

        try
        {
            if (Follower?.Continue(run.Port, run.State.Root) == true)
            {
                return true;
            }
        }
        catch (Exception exception)
        {
            // It runs in no item, and what is left of a loaded instance may not fit together: that ends this instance, and nothing else.
            endings.RequestAbort(exception);
            return true;
        }

        run.State.Outcome = ExecutionOutcome.Completed;
        return false;
    }

    public void Abort(Exception? reason)
    {
        foreach (Frame root in _roots)
        {
            teardown.Abort(root, reason);
        }
    }
}
