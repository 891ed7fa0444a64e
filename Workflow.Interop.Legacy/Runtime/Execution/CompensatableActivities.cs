using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Keeps closed activities as long as they can be compensated, and releases them afterwards.</summary>
internal sealed class CompensatableActivities(ActivityExecutor executor)
{
    /// <summary>True if the instance is saved when an activity has succeeded. While a transaction scope runs, this is only true for the scope.</summary>
    public bool IsSaved(Activity activity) => executor.Transactions.IsActive
        ? executor.Transactions.IsScope(activity)
        : PersistOnCloseAttribute.IsOn(activity);

    /// <summary>
    /// Closes an activity together with a save of the instance. If the save fails, the activity does not close, even if <see cref="Activity.OnClosed"/> was
    /// called. The saved state contains the changes of that method, and the fact that the activity can be compensated.
    /// </summary>
    public void CloseSaved(Activity activity)
    {
        Action<CommittableTransaction?> save = executor.Persist ?? throw new InvalidOperationException(
            $"'{activity.QualifiedName}' closes with a save of its instance, and the runtime has no persistence service; add one before the runtime is started.");
        ActivityState state = activity.Runtime;
        ActivityExecutionStatus status = state.Status;
        QueuedStep[] steps = executor.Steps.All;
        try
        {
            // The status changes before the save, so that the saved state has it. If the save fails, the steps that the change has queued are removed again.
            executor.Transitions.SetStatus(activity, ActivityExecutionStatus.Closed, Activity.ClosedEvent);
            if (activity is ICompensatableActivity)
            {
                Compensation.Remember(activity);
            }

            activity.OnClosed(executor);
            save(executor.Transactions.TransactionOf(activity));
        }
        catch
        {
            state.Status = status;
            state.Result = ActivityExecutionResult.None;
            Compensation.Unremember(activity);
            executor.Steps.Replace(steps);
            throw;
        }

        if (executor.Transactions.IsScope(activity))
        {
            executor.Transactions.EndScope();
        }
    }

    /// <summary>Closes an activity without a save.</summary>
    /// <returns>The unhandled exception with which the activity has faulted, or the exception of <see cref="Activity.OnClosed"/>; null if there is
    /// none.</returns>
    public Exception? CloseUnsaved(Activity activity)
    {
        ActivityState state = activity.Runtime;
        executor.Transitions.SetStatus(activity, ActivityExecutionStatus.Closed, Activity.ClosedEvent);
        Exception? exception = state.CurrentException;
        state.CurrentException = null;
        try
        {
            activity.OnClosed(executor);
        }
        catch (Exception late)
        {
            exception ??= late;
        }

        return exception;
    }

    /// <summary>Uninitializes an activity as soon as neither the activity nor one of its descendants can be compensated any more.</summary>
    public void EndRun(Activity activity, ref Exception? exception)
    {
        if (activity is ICompensatableActivity && activity.ExecutionResult == ActivityExecutionResult.Succeeded)
        {
            if (!Compensation.HasNumber(activity))
            {
                Compensation.Remember(activity);
            }

            return;
        }

        bool wasCompensating = Compensation.HasNumber(activity);
        if (wasCompensating)
        {
            Compensation.Forget(activity, activity.ExecutionResult == ActivityExecutionResult.Compensated);
        }

        for (Activity? current = activity;
            current is { ExecutionStatus: ActivityExecutionStatus.Closed } && !Compensation.Check(current);
            current = current.Parent)
        {
            executor.Lifetime.Uninitialize(current, ref exception);
            if (!wasCompensating)
            {
                return;
            }

            Release(current, ref exception);
        }
    }

    /// <summary>Releases the execution contexts that were kept because an activity in them could be compensated.</summary>
    private void Release(Activity activity, ref Exception? exception)
    {
        List<(ExecutionContexts Contexts, Activity Clone)> kept = [];
        foreach (CompositeActivity composite in ActivityNames.Tree(activity)
            .OfType<CompositeActivity>()
            .Where(static composite => composite.Contexts is not null))
        {
            kept.AddRange(composite.Contexts!.Completed.Select(clone => (composite.Contexts, clone)));
        }

        if (activity.IsContextRoot && activity.Parent!.Contexts is { } own && own.Completed.Contains(activity))
        {
            kept.Add((own, activity));
        }

        foreach ((ExecutionContexts contexts, Activity clone) in kept.Where(static entry => !ExecutionContexts.IsForced(entry.Clone)))
        {
            try
            {
                contexts.Completed.Remove(clone);
                executor.Lifetime.Discard(clone);
            }
            catch (Exception late)
            {
                exception ??= late;
            }
        }
    }
}
