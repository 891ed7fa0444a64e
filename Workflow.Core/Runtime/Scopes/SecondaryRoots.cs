using Workflow.Data;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Scopes;

/// <summary>The instances without a parent beside the root; the workflow completes when they have ended too (rule 11.1).</summary>
internal sealed class SecondaryRoots(WorkflowExecution execution)
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

    public Frame Schedule(Frame scheduler, Activity activity, LocationEnvironment? scope, object? state)
    {
        Frame root = execution.Scheduler.ScheduleSecondaryRoot(scheduler, activity, scope);
        root.TakeExtras().State = state;
        _roots.Add(root);
        return root;
    }

    /// <summary>Takes back what a loaded instance had.</summary>
    public void Load(IEnumerable<Frame> roots, RootFollower? follower)
    {
        _roots.AddRange(roots);
        Follower = follower;
        execution.HasIdleWork |= execution.Root!.IsCompleted;
    }

    /// <summary>The root, or one of the others, has completed.</summary>
    public void OnCompleted(Frame root)
    {
        if (_roots.Remove(root))
        {
            execution.Scheduler.Release(root);
        }

        execution.HasIdleWork |= execution.Root!.IsCompleted;
    }

    /// <summary>Goes on when nothing is queued; false: there is nothing to do now, or the workflow has completed.</summary>
    public bool Continue()
    {
        if (!execution.Root!.IsCompleted || _roots.Count > 0)
        {
            return false;
        }

        try
        {
            if (Follower?.Continue(execution, execution.Root) == true)
            {
                return true;
            }
        }
        catch (Exception exception)
        {
            // It runs in no item, and what is left of a loaded instance may not fit together: that ends this instance, and nothing else.
            execution.RequestAbort(exception);
            return true;
        }

        execution.Complete();
        return false;
    }

    public void Abort(Exception? reason)
    {
        foreach (Frame root in _roots)
        {
            Teardown.Abort(root, reason, execution);
        }
    }
}
