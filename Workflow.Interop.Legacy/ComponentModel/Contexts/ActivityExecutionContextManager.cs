using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Makes clones of the children of an activity, each in an execution context of its own: so a child can run several times. It is valid as long as the
/// <see cref="ActivityExecutionContext"/> that has it, and so are the contexts that it returns.
/// </summary>
public sealed class ActivityExecutionContextManager
{
    private readonly ActivityExecutionContext _context;
    private readonly CompositeActivity _owner;
    private readonly ExecutionPort _port;
    private readonly List<ActivityExecutionContext> _returned = [];

    internal ActivityExecutionContextManager(ActivityExecutionContext context, CompositeActivity owner, ExecutionPort port)
    {
        _context = context;
        _owner = owner;
        _port = port;
    }

    /// <summary>The contexts that have been created by this activity and not been completed, oldest first.</summary>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public ReadOnlyCollection<ActivityExecutionContext> ExecutionContexts => new([.. Contexts.Active.Select(ContextOf)]);

    /// <summary>The ids of the completed contexts that are kept on demand, oldest first.</summary>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public IEnumerable<Guid> PersistedExecutionContexts => [.. Contexts.Completed.Where(ComponentModel.ExecutionContexts.IsForced).Select(ComponentModel.ExecutionContexts.IdOf)];

    private ExecutionContexts Contexts => _context.Activity is null ? null! : ComponentModel.ExecutionContexts.Of(_owner);

    /// <summary>Clones a child. The clone has the values that the child has now; its parent is this activity.</summary>
    /// <param name="activity">A child that is enabled.</param>
    /// <returns>The context of the clone. Its <see cref="ActivityExecutionContext.Activity"/> is the clone.</returns>
    /// <exception cref="ArgumentException">It is not an enabled child of this activity.</exception>
    /// <exception cref="InvalidOperationException">A value cannot be cloned.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public ActivityExecutionContext CreateExecutionContext(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        ExecutionContexts contexts = Contexts;
        if (!ReferenceEquals(activity.Parent, _owner) || !activity.Enabled)
        {
            throw new ArgumentException($"'{activity.QualifiedName}' is not an enabled child of '{_owner.QualifiedName}'; an activity clones its own children.", nameof(activity));
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

    /// <summary>The context of a clone, or the oldest one in which a clone of a child runs; null if there is none.</summary>
    /// <param name="activity">The clone, or the child.</param>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public ActivityExecutionContext? GetExecutionContext(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        Activity? found = Contexts.Active.Find(clone => activity.IsContextRoot ? ReferenceEquals(clone, activity) : clone.QualifiedName == activity.QualifiedName);
        return found is null ? null : ContextOf(found);
    }

    /// <summary>Ends a context and releases its clone.</summary>
    /// <param name="childContext">The context. Its clone has closed, or has not run.</param>
    /// <exception cref="ArgumentException">It is not a context of this activity.</exception>
    /// <exception cref="InvalidOperationException">The clone is running.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public void CompleteExecutionContext(ActivityExecutionContext childContext) => CompleteExecutionContext(childContext, forcePersist: false);

    /// <summary>Ends a context.</summary>
    /// <param name="childContext">The context. Its clone has closed, or has not run.</param>
    /// <param name="forcePersist">Whether the clone is kept for <see cref="GetPersistedExecutionContext"/>; otherwise it is released as soon as it cannot be compensated.</param>
    /// <exception cref="ArgumentException">It is not a context of this activity.</exception>
    /// <exception cref="InvalidOperationException">The clone is running.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public void CompleteExecutionContext(ActivityExecutionContext childContext, bool forcePersist)
    {
        ArgumentNullException.ThrowIfNull(childContext);
        ExecutionContexts contexts = Contexts;
        Activity clone = childContext.Activity;
        if (!contexts.Active.Contains(clone))
        {
            throw new ArgumentException($"The context of '{clone.QualifiedName}' is not one that '{_owner.QualifiedName}' has created and not completed; complete each context once.", nameof(childContext));
        }

        if (clone.ExecutionStatus is not (ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized))
        {
            throw new InvalidOperationException(
                $"The context of '{clone.QualifiedName}' cannot be completed: its status is '{clone.ExecutionStatus}'; complete it when the clone has closed, or before it runs.");
        }

        contexts.Complete(clone, forcePersist, _port);
        childContext.Dispose();
    }

    /// <summary>Makes a completed context that was kept active again.</summary>
    /// <param name="contextGuid">Its id.</param>
    /// <exception cref="ArgumentException">There is no such context.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public ActivityExecutionContext GetPersistedExecutionContext(Guid contextGuid)
    {
        Activity clone = FindCompleted(contextGuid);
        clone.State.Remove(ComponentModel.ExecutionContexts.IsForcedProperty);
        Contexts.Completed.Remove(clone);
        Contexts.Active.Add(clone);
        return ContextOf(clone);
    }

    /// <summary>Releases the clone of a completed context that was kept; if it may be compensated, when that cannot happen any more.</summary>
    /// <param name="contextGuid">Its id.</param>
    /// <exception cref="ArgumentException">There is no such context.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
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

    /// <summary>Ends the time in which the returned contexts are valid.</summary>
    internal void Dispose() => _returned.ForEach(static context => context.Dispose());

    private Activity FindCompleted(Guid contextGuid) => Contexts.Completed.Find(clone => ComponentModel.ExecutionContexts.IsForced(clone) && ComponentModel.ExecutionContexts.IdOf(clone) == contextGuid)
        ?? throw new ArgumentException($"'{_owner.QualifiedName}' has no completed context '{contextGuid}'; use an id of PersistedExecutionContexts.", nameof(contextGuid));
}
