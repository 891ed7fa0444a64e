using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Changes the activities of a running instance. The change is atomic: if it fails, the instance stays as it was. Clones in execution contexts change together
/// with the activities from which they were cloned. Only the thread that runs the instance uses this class.
/// </summary>
internal sealed class LiveChange(ActivityExecutor executor, CompositeActivity root)
{
    private readonly List<Activity> _loaded = [];
    private readonly List<ChildrenChange> _ofClones = [];

    /// <exception cref="WorkflowValidationFailedException">The modified workflow is not valid, or an activity cannot change now.</exception>
    /// <exception cref="InvalidOperationException">The instance cannot change now, or not in this way.</exception>
    public void Apply(WorkflowChanges changes)
    {
        if (executor.IsChanging)
        {
            // The condition of the workflow and the initialization of new activities are application code, which could apply changes without end.
            throw new InvalidOperationException(
                $"The workflow instance '{executor.InstanceId}' cannot change while other changes are applied to it; apply the changes afterwards.");
        }

        executor.IsChanging = true;
        try
        {
            ApplyAll(changes);
        }
        finally
        {
            executor.IsChanging = false;
        }
    }

    /// <summary>Applies the changes of saved state to a new tree.</summary>
    /// <exception cref="StateDamageException">The changes are damaged, or do not fit.</exception>
    public static void Restore(IEnumerable<byte[]> changes, CompositeActivity root, SavedOutside outside)
    {
        DefinitionParts definition = root.Runtime.Definition!;
        definition.Keep();
        foreach (byte[] bytes in changes)
        {
            DefinitionChange change = DefinitionChange.Read(bytes, root, outside);
            change.Apply();
            root.History = root.History!.With(bytes, outside, change.Removed);
            definition.Add(root, change.Added);
        }

        ValidationErrorCollection errors;
        try
        {
            errors = TreeValidation.Validate(root);
        }
        catch (Exception exception)
        {
            // New activities from saved state can have any values, so code that checks them can throw.
            throw new StateDamageException($"The changes of the saved workflow cannot be checked: {exception.Message}", exception);
        }

        if (errors.HasErrors)
        {
            throw new StateDamageException($"The changes of the saved workflow are not valid: {errors[0].ErrorText}");
        }
    }

    private void ApplyAll(WorkflowChanges changes)
    {
        CheckInstance();
        SavedOutside outside = new RuntimeOutside(
            executor,
            root.Runtime.Definition?.Types(executor.Runtime.FindType) ?? new SavedTypes(DefinitionParts.AssembliesOf(root), executor.Runtime.FindType));
        byte[] bytes = changes.WriteFor(root, outside);
        DefinitionChange change = DefinitionChange.Read(bytes, root, outside);
        CheckActivities(change);
        root.Runtime.Definition?.Keep();
        IList<WorkflowChangeAction> actions = changes.Actions;
        WorkItem[] steps = executor.Steps.All;
        HashSet<IComparable> queues = [.. executor.Queuing.Describe().Select(static queue => queue.QueueName)];
        try
        {
            Change(change);
        }
        catch
        {
            Undo(change, queues);
            executor.Steps.Replace(steps);
            throw;
        }

        changes.IsApplied = true;
        root.History = root.History!.With(bytes, outside, change.Removed);
        root.Runtime.Definition?.Add(root, change.Added);
        InstanceTracker.Of(executor)?.Track(TrackingWorkflowEvent.Changed, new TrackingWorkflowChangedEventArgs(actions, root));
        Announce(change.Changes.Concat(_ofClones).ToList());
    }

    private void CheckInstance()
    {
        if (root.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Executing))
        {
            throw new InvalidOperationException(
                $"The workflow instance '{executor.InstanceId}' cannot change: the status of its root is '{root.ExecutionStatus}'; change it while it executes.");
        }

        if (executor.Transactions.IsActive)
        {
            throw new InvalidOperationException(
                $"The workflow instance '{executor.InstanceId}' cannot change while a transaction scope runs; apply the changes before or afterwards.");
        }

        if (WorkflowChanges.GetCondition(root) is ActivityCondition condition && !condition.Evaluate(root, executor))
        {
            throw new InvalidOperationException(
                $"The workflow instance '{executor.InstanceId}' cannot change now: the DynamicUpdateCondition of '{root.QualifiedName}' does not hold; apply the changes later.");
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
            throw TreeValidation.Failed(root, errors);
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
            : ActivityNames.Live(removed).Any(Compensation.IsNeeded) ? "it may be compensated; wait until that cannot happen any more"
            : null;
    }

    private static bool IsRunning(Activity activity) => activity.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed);

    private Activity[] ClonesOf(Activity template) =>
        [.. ActivityNames.Live(root).Where(activity =>
            activity.ContextRoot.IsContextRoot && activity.QualifiedName == template.QualifiedName && !ReferenceEquals(activity, template))];

    /// <summary>Applies the change. The method calls application code, which can throw.</summary>
    private void Change(DefinitionChange change)
    {
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
        executor.Load(added);
    }

    private void Undo(DefinitionChange change, HashSet<IComparable> queues)
    {
        foreach (Activity added in _loaded)
        {
            executor.Runtime.Guard(() => executor.Discard(added), executor.InstanceId);
        }

        foreach (WorkflowQueueInfo queue in executor.Queuing.Describe().Where(queue => !queues.Contains(queue.QueueName)))
        {
            executor.Queuing.DeleteWorkflowQueue(queue.QueueName);
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
        ChangeStep[] before = [.. executor.Steps.All.OfType<ChangeStep>()];
        HashSet<Activity> unknown = new(
            before.Where(step => step.IsAdditionOf(allRemoved)).Select(static step => step.Child), ReferenceEqualityComparer.Instance);
        List<WorkItem> first = [.. before.Where(step => !step.IsAdditionOf(allRemoved))];
        List<WorkItem> last = [];
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
                    executor.Runtime.Guard(() => executor.Discard(removed), executor.InstanceId);
                }
            }

            if (isRunning)
            {
                first.AddRange(children.Added.Select(added => new ChangeStep(children.Owner, added, ChildChange.Added)));
                last.Add(new ChangeStep(children.Owner, children.Owner, ChildChange.Completed));
            }
        }

        executor.Steps.Replace([.. first, .. last, .. executor.Steps.All.Where(static step => step is not ChangeStep)]);
    }
}
