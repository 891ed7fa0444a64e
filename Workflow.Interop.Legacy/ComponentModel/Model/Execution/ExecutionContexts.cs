namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The execution contexts of a composite activity: active contexts, in which clones of its children run, and completed contexts that are kept.
/// </summary>
internal sealed class ExecutionContexts
{
    public static readonly DependencyProperty ContextsProperty =
        DependencyProperty.RegisterAttached("Contexts", typeof(ExecutionContexts), typeof(ExecutionContexts), new PropertyMetadata { IsOfOneRun = true });

    /// <summary>
    /// The attached property of a clone that is set if its completed context is kept for the activity that created it, and not only for a compensation.
    /// </summary>
    public static readonly DependencyProperty IsForcedProperty =
        DependencyProperty.RegisterAttached("IsForced", typeof(bool), typeof(ExecutionContexts), new PropertyMetadata { IsOfOneRun = true });

    /// <summary>The clones of contexts that have not been completed, oldest first.</summary>
    public List<Activity> Active { get; } = [];

    /// <summary>The clones of completed contexts that are kept, oldest first.</summary>
    public List<Activity> Completed { get; } = [];

    public static ExecutionContexts Of(CompositeActivity owner)
    {
        if (owner.Contexts is { } contexts)
        {
            return contexts;
        }

        contexts = new ExecutionContexts();
        owner.State.Set(ContextsProperty, contexts);
        return contexts;
    }

    public static bool IsForced(Activity clone) => clone.State.TryGet(IsForcedProperty, out _);

    public static Guid IdOf(Activity clone) => (Guid)clone.GetValue(Activity.ActivityContextGuidProperty)!;

    /// <summary>Completes a context. Its clone is kept if this was requested or if it can be compensated, and released otherwise.</summary>
    public void Complete(Activity clone, bool isForced, RuntimePort port)
    {
        Active.Remove(clone);
        if (isForced)
        {
            clone.State.Set(IsForcedProperty, true);
        }

        if (isForced || clone.Runtime.NeedsCompensation)
        {
            Completed.Add(clone);
        }
        else
        {
            port.Discard(clone);
        }
    }

    /// <summary>Ends the request to keep a completed context. The context stays if it can be compensated.</summary>
    public void Release(Activity clone, RuntimePort port)
    {
        clone.State.Remove(IsForcedProperty);
        if (!clone.Runtime.NeedsCompensation)
        {
            Completed.Remove(clone);
            port.Discard(clone);
        }
    }

    /// <summary>Cancels the clones that are executing, and removes the clones that have not begun.</summary>
    public void Cancel(ActivityExecutionContext context)
    {
        foreach (Activity clone in Active.ToArray())
        {
            if (clone.ExecutionStatus == ActivityExecutionStatus.Initialized)
            {
                Active.Remove(clone);
                clone.Runtime.RequiredPort.Discard(clone);
            }
            else if (clone.ExecutionStatus == ActivityExecutionStatus.Executing)
            {
                context.ExecutionContextManager.ContextOf(clone).CancelActivity(clone);
            }
        }
    }

    /// <summary>Completes all contexts. None of their clones may be running.</summary>
    public void CompleteAll()
    {
        foreach (Activity clone in Active.ToArray())
        {
            Complete(clone, isForced: false, clone.Runtime.RequiredPort);
        }
    }
}
