using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Creates clones of the children of an activity, each in its own execution context, so that a child can run several times. The manager and the contexts that
/// it returns are valid only as long as the <see cref="ActivityExecutionContext"/> from which the manager was obtained.
/// </summary>
public sealed class ActivityExecutionContextManager
{
    private readonly ActivityExecutionContext _context;
    private readonly CompositeActivity _owner;
    private readonly RuntimePort _port;
    private readonly List<ActivityExecutionContext> _returned = [];

    internal ActivityExecutionContextManager(ActivityExecutionContext context, CompositeActivity owner, RuntimePort port)
    {
        _context = context;
        _owner = owner;
        _port = port;
    }

    /// <summary>The contexts that this activity has created and not completed, oldest first.</summary>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public ReadOnlyCollection<ActivityExecutionContext> ExecutionContexts => new([.. Contexts.Active.Select(ContextOf)]);

    /// <summary>The ids of the completed contexts that are kept for <see cref="GetPersistedExecutionContext"/>, oldest first.</summary>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public IEnumerable<Guid> PersistedExecutionContexts =>
        [.. Contexts.Completed.Where(ComponentModel.ExecutionContexts.IsForced).Select(ComponentModel.ExecutionContexts.IdOf)];

    private ExecutionContexts Contexts => _context.Activity is null ? null! : ComponentModel.ExecutionContexts.Of(_owner);

    /// <summary>Clones a child with its current values. The parent of the clone is this activity.</summary>
    /// <param name="activity">An enabled child.</param>
    /// <returns>The context of the clone. Its <see cref="ActivityExecutionContext.Activity"/> is the clone.</returns>
    /// <exception cref="ArgumentException">The activity is not an enabled child of this activity.</exception>
    /// <exception cref="InvalidOperationException">A value cannot be cloned.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public ActivityExecutionContext CreateExecutionContext(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        ExecutionContexts contexts = Contexts;
        if (!ReferenceEquals(activity.Parent, _owner) || !activity.Enabled)
        {
            throw new ArgumentException(
                $"'{activity.QualifiedName}' is not an enabled child of '{_owner.QualifiedName}'; an activity clones its own children.", nameof(activity));
        }

        Activity clone = activity.Clone();
        clone.IsContextRoot = true;
        clone.State.Set(Activity.ActivityContextGuidProperty, Guid.NewGuid());
        contexts.Active.Add(clone);
        try
        {
            _port.Load(clone);
        }
        catch
        {
            contexts.Active.Remove(clone);
            _port.Discard(clone);
            throw;
        }

        return ContextOf(clone);
    }

    /// <summary>Returns the context of a clone. For a child, returns the oldest active context with a clone of the child. Null if there is none.</summary>
    /// <param name="activity">The clone, or the child.</param>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public ActivityExecutionContext? GetExecutionContext(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        Activity? found = Contexts.Active.Find(
            clone => activity.IsContextRoot ? ReferenceEquals(clone, activity) : clone.QualifiedName == activity.QualifiedName);
        return found is null ? null : ContextOf(found);
    }

    /// <summary>Completes a context. Its clone is released as soon as it cannot be compensated.</summary>
    /// <param name="childContext">The context. Its clone must have closed, or must not have run.</param>
    /// <exception cref="ArgumentException">The context does not belong to this activity.</exception>
    /// <exception cref="InvalidOperationException">The clone is running.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void CompleteExecutionContext(ActivityExecutionContext childContext) => CompleteExecutionContext(childContext, forcePersist: false);

    /// <summary>Completes a context.</summary>
    /// <param name="childContext">The context. Its clone must have closed, or must not have run.</param>
    /// <param name="forcePersist">True to keep the clone for <see cref="GetPersistedExecutionContext"/>; false to release it as soon as it cannot be
    /// compensated.</param>
    /// <exception cref="ArgumentException">The context does not belong to this activity.</exception>
    /// <exception cref="InvalidOperationException">The clone is running.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void CompleteExecutionContext(ActivityExecutionContext childContext, bool forcePersist)
    {
        ArgumentNullException.ThrowIfNull(childContext);
        ExecutionContexts contexts = Contexts;
        Activity clone = childContext.Activity;
        if (!contexts.Active.Contains(clone))
        {
            throw new ArgumentException(
                $"The context of '{clone.QualifiedName}' is not one that '{_owner.QualifiedName}' has created and not completed; complete each context once.",
                nameof(childContext));
        }

        if (clone.ExecutionStatus is not (ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized))
        {
            throw new InvalidOperationException(
                $"The context of '{clone.QualifiedName}' cannot be completed: its status is '{clone.ExecutionStatus}'; complete it when the clone has closed, or before it runs.");
        }

        contexts.Complete(clone, forcePersist, _port);
        childContext.Dispose();
    }

    /// <summary>Activates a completed context that was kept.</summary>
    /// <param name="contextGuid">The id of the context.</param>
    /// <exception cref="ArgumentException">There is no such context.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public ActivityExecutionContext GetPersistedExecutionContext(Guid contextGuid)
    {
        Activity clone = FindCompleted(contextGuid);
        clone.State.Remove(ComponentModel.ExecutionContexts.IsForcedProperty);
        Contexts.Completed.Remove(clone);
        Contexts.Active.Add(clone);
        return ContextOf(clone);
    }

    /// <summary>
    /// Releases the clone of a completed context that was kept. A clone that can be compensated is released only when compensation is no longer possible.
    /// </summary>
    /// <param name="contextGuid">The id of the context.</param>
    /// <exception cref="ArgumentException">There is no such context.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void DiscardPersistedExecutionContext(Guid contextGuid)
    {
        Contexts.Release(FindCompleted(contextGuid), _port);
    }

    internal ActivityExecutionContext ContextOf(Activity clone)
    {
        ActivityExecutionContext context = new(clone, _port, isOfClone: true);
        _returned.Add(context);
        return context;
    }

    /// <summary>Makes the returned contexts invalid.</summary>
    internal void Dispose() => _returned.ForEach(static context => context.Dispose());

    private Activity FindCompleted(Guid contextGuid) =>
        Contexts.Completed.Find(
            clone => ComponentModel.ExecutionContexts.IsForced(clone) && ComponentModel.ExecutionContexts.IdOf(clone) == contextGuid)
        ?? throw new ArgumentException(
            $"'{_owner.QualifiedName}' has no completed context '{contextGuid}'; use an id of PersistedExecutionContexts.", nameof(contextGuid));
}
