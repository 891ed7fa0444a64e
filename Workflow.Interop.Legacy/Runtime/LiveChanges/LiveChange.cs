using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Changes the activities of a running instance. The change is atomic: if it fails, the instance stays as it was. Clones in execution contexts change together
/// with the activities from which they were cloned. Only the thread that runs the instance uses this class.
/// </summary>
internal sealed class LiveChange
{
    private readonly ActivityExecutor _executor;
    private readonly CompositeActivity _root;
    private readonly List<Activity> _loaded = [];
    private readonly List<ChildrenChange> _ofClones = [];

    private LiveChange(ActivityExecutor executor, CompositeActivity root) => (_executor, _root) = (executor, root);

    /// <summary>Changes the definition of the instance of an executor.</summary>
    /// <exception cref="WorkflowValidationFailedException">The modified workflow is not valid, or an activity cannot change now.</exception>
    /// <exception cref="InvalidOperationException">The instance cannot change now, or not in this way.</exception>
    public static void Apply(ActivityExecutor executor, WorkflowChanges changes)
    {
        CompositeActivity root = executor.Root as CompositeActivity ?? throw new InvalidOperationException(
            $"The workflow '{executor.Root.QualifiedName}' has no children that could change; use a workflow that has.");
        new LiveChange(executor, root).Apply(changes);
    }

    private void Apply(WorkflowChanges changes)
    {
        CheckInstance();
        DefinitionParts? definition = DefinitionParts.Of(_root);
        RuntimeReferences references = new(
            _executor,
            definition?.Types(_executor.Host.FindType) ?? new SavedTypes(DefinitionParts.AssembliesOf(_root), _executor.Host.FindType));
        byte[] bytes = ChangeWriter.Write(changes, _root, references);
        DefinitionChange change = ChangeReader.Read(bytes, _root, references);
        CheckActivities(change);
        // Before the tree changes: the fingerprint and the named types are those of the original definition.
        definition?.FreezeOriginal();
        IList<WorkflowChangeAction> actions = changes.Actions;
        QueuedStep[] steps = _executor.Steps.All;
        HashSet<IComparable> queues = [.. _executor.Queuing.Describe().Select(static queue => queue.QueueName)];
        try
        {
            Change(change);
        }
        catch
        {
            // Discarding activities can queue steps, so the steps are replaced last.
            Undo(change, queues);
            _executor.Steps.Replace(steps);
            throw;
        }

        // The change has succeeded. The rest records and announces it.
        changes.IsApplied = true;
        _root.Runtime.Origin = DefinitionHistory.Of(_root)!.With(bytes, references, change.Removed);
        definition?.Add(_root, change.Added);
        InstanceTracker.Of(_executor)?.Track(TrackingWorkflowEvent.Changed, new TrackingWorkflowChangedEventArgs(actions, _root));
        Announce(change.Changes.Concat(_ofClones).ToList());
    }

    private void CheckInstance()
    {
        if (_root.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Executing))
        {
            throw new InvalidOperationException(
                $"The workflow instance '{_executor.InstanceId}' cannot change: the status of its root is '{_root.ExecutionStatus}'; change it while it executes.");
        }

        if (_executor.Transactions.IsActive)
        {
            throw new InvalidOperationException(
                $"The workflow instance '{_executor.InstanceId}' cannot change while a transaction scope runs; apply the changes before or afterwards.");
        }

        if (WorkflowChanges.GetCondition(_root) is ActivityCondition condition && !condition.Evaluate(_root, _executor))
        {
            throw new InvalidOperationException(
                $"The workflow instance '{_executor.InstanceId}' cannot change now: the DynamicUpdateCondition of '{_root.QualifiedName}' does not hold; apply the changes later.");
        }
    }

    private void CheckActivities(DefinitionChange change)
    {
        ValidationErrorCollection errors = [];
        foreach (ChildrenChange children in change.Changes)
        {
            Activity[] runs = [children.Owner, .. ClonesOf(children.Owner)];
            if (children.Owner is { ExecutionStatus: ActivityExecutionStatus.Closed } or { Runtime.HasPrimaryClosed: true })
            {
                errors.Add(new ValidationError($"The activity '{children.Owner.QualifiedName}' has closed and cannot change; change one that has not.", 0));
            }

            bool isRunning = Array.Exists(runs, IsRunning);
            foreach (Activity added in isRunning ? children.Added : [])
            {
                if (children.Owner.ProblemOfAdding(added) is { } problem)
                {
                    errors.Add(new ValidationError($"The activity '{children.Owner.QualifiedName}' {problem}: '{added.QualifiedName}' cannot be added.", 0));
                }
            }

            foreach (Activity removed in children.Removed)
            {
                if (ProblemOfRemoving(children.Owner, removed, isRunning) is { } problem)
                {
                    errors.Add(new ValidationError($"The activity '{removed.QualifiedName}' cannot be removed: {problem}.", 0));
                }
            }
        }

        if (errors.HasErrors)
        {
            throw TreeValidation.Failed(_root, errors);
        }
    }

    private string? ProblemOfRemoving(CompositeActivity owner, Activity removed, bool isRunning)
    {
        if (ActivityNames.Live(removed).FirstOrDefault(IsRunning) is { } running)
        {
            return ReferenceEquals(running, removed) ? "it runs; wait until it has closed" : $"'{running.QualifiedName}' in it runs; wait until it has closed";
        }

        return isRunning && !owner.CanChangeWhileRunning ? $"'{owner.QualifiedName}' runs; remove it before or afterwards"
            : isRunning && owner.ProblemOfRemoving(removed) is { } problem ? problem
            : ClonesOf(removed).Length > 0 ? "there is a clone of it; remove it when no clone is left"
            : ActivityNames.Live(removed).Any(static activity => activity.Runtime.NeedsCompensation) ? "it may be compensated; wait until that cannot happen any more"
            : null;
    }

    private static bool IsRunning(Activity activity) => activity.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed);

    private Activity[] ClonesOf(Activity template) =>
        [.. ActivityNames.Live(_root).Where(activity =>
            activity.ContextRoot.IsContextRoot && activity.QualifiedName == template.QualifiedName && !ReferenceEquals(activity, template))];

    /// <summary>Applies the change. The method calls application code, which can throw.</summary>
    private void Change(DefinitionChange change)
    {
        // Found before the change: the names of removed activities could not be found afterwards.
        (CompositeActivity Clone, ChildrenChange Children)[] clones =
            [.. change.Changes.SelectMany(children => ClonesOf(children.Owner).Select(clone => ((CompositeActivity)clone, children)))];
        change.Apply();
        foreach (Activity added in change.Changes.SelectMany(static children => children.Added))
        {
            Load(added);
        }

        foreach ((CompositeActivity clone, ChildrenChange children) in clones)
        {
            ChildrenChange ofClone = CloneChanges.For(clone, children);
            _ofClones.Add(ofClone);
            clone.Activities.Replace(ofClone.After);
            clone.ContextRoot.ForgetNames();
            foreach (Activity added in ofClone.Added)
            {
                Load(added);
            }
        }
    }

    private void Load(Activity added)
    {
        _loaded.Add(added);
        _executor.Lifetime.Load(added);
    }

    private void Undo(DefinitionChange change, HashSet<IComparable> queues)
    {
        foreach (Activity added in _loaded)
        {
            _executor.Host.Guard(() => _executor.Discard(added), _executor.InstanceId);
        }

        foreach (WorkflowQueueInfo queue in _executor.Queuing.Describe().Where(queue => !queues.Contains(queue.QueueName)))
        {
            _executor.Queuing.DeleteWorkflowQueue(queue.QueueName);
        }

        foreach (ChildrenChange ofClone in _ofClones)
        {
            ofClone.Owner.Activities.Replace(ofClone.Before);
            ofClone.Owner.ContextRoot.ForgetNames();
        }

        change.Revert();
    }

    /// <summary>
    /// Queues the steps that inform running activities of the change: before all other steps, but after the steps that report earlier changes.
    /// </summary>
    private void Announce(List<ChildrenChange> changes)
    {
        HashSet<Activity> allRemoved = new(changes.SelectMany(static children => children.Removed), ReferenceEqualityComparer.Instance);
        ChangeStep[] before = [.. _executor.Steps.All.OfType<ChangeStep>()];
        HashSet<Activity> unknown = new(
            before.Where(step => step.IsAdditionOf(allRemoved)).Select(static step => step.Child), ReferenceEqualityComparer.Instance);
        List<QueuedStep> first = [.. before.Where(step => !step.IsAdditionOf(allRemoved))];
        List<QueuedStep> last = [];
        foreach (ChildrenChange children in changes)
        {
            bool isRunning = children.Owner.ExecutionStatus == ActivityExecutionStatus.Executing;
            foreach (Activity removed in children.Removed)
            {
                if (isRunning && !unknown.Contains(removed))
                {
                    first.Add(new ChangeStep(children.Owner, removed, ChildChange.Removed));
                }
                else
                {
                    _executor.Host.Guard(() => _executor.Discard(removed), _executor.InstanceId);
                }
            }

            if (isRunning)
            {
                first.AddRange(children.Added.Select(added => new ChangeStep(children.Owner, added, ChildChange.Added)));
                last.Add(new ChangeStep(children.Owner, children.Owner, ChildChange.Completed));
            }
        }

        _executor.Steps.Replace([.. first, .. last, .. _executor.Steps.All.Where(static step => step is not ChangeStep)]);
    }
}
