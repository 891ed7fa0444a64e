using System.Transactions;
using Workflow.Data;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Execution;

/// <summary>The port through which contexts reach what an instance has around it; the parts do the work.</summary>
internal sealed class ExecutionScopes(WorkflowExecution execution) : TransactionPort
{
    /// <summary>Something was asked for that has to be reset, and looked at when the root completes; most instances ask for nothing.</summary>
    public bool IsUsed { get; private set; }

    /// <summary>A loaded instance may have asked for anything.</summary>
    public void Use() => IsUsed = true;

    /// <summary>Makes the parts ready for another instance.</summary>
    public void Reset()
    {
        IsUsed = false;
        execution.SecondaryRoots.Reset();
        execution.Properties.Reset();
        execution.Transactions.Reset();
        execution.NoPersist.Reset();
        execution.Saving.Reset();
        execution.HasIdleWork = false;
    }

    public override void AddProperty(ActivityInstance owner, string name, object property, bool onlyVisibleToPublicChildren) =>
        execution.Properties.Add(Using(owner), name, property, onlyVisibleToPublicChildren);

    public override bool RemoveProperty(ActivityInstance owner, string name) => execution.Properties.Remove(Using(owner), name);

    public override object? FindProperty(ActivityInstance observer, string name)
    {
        object? found = execution.Properties.Find((Frame)observer, name);
        if (found is not null || name != TransactionTable.PropertyName)
        {
            return found;
        }

        IsUsed = true;
        return execution.Transactions.Root;
    }

    public override IReadOnlyList<KeyValuePair<string, object>> GetProperties(ActivityInstance observer) => execution.Properties.All((Frame)observer);

    public override void EnterNoPersist(ActivityInstance zone) => execution.NoPersist.Enter(Using(zone));

    public override void ExitNoPersist(ActivityInstance zone) => execution.NoPersist.Exit(Using(zone));

    public override void RequestSave(ActivityInstance requester) => execution.Saving.Request(Using(requester));

    public override void RequestTransaction(
        ActivityInstance requester,
        RuntimeTransactionHandle handle,
        Action<NativeActivityTransactionContext, object?> callback,
        object? state,
        bool isRequired) => execution.Transactions.Request(new ContextRequest(Using(requester), handle, callback, state, isRequired));

    public override void SetTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, Transaction transaction) =>
        execution.Transactions.Set(Using(requester), handle, transaction);

    public override void CompleteTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, BookmarkCallback? callback) =>
        execution.Transactions.Complete(Using(requester), handle, callback);

    public override ActivityInstance ScheduleSecondaryRoot(ActivityInstance scheduler, Activity activity, LocationEnvironment? scope, object? state) =>
        execution.SecondaryRoots.Schedule(Using(scheduler), activity, scope, state);

    public override object? StateOf(ActivityInstance observer)
    {
        Frame root = (Frame)observer;
        while (root.Parent is { } parent)
        {
            root = parent;
        }

        return root.Has(InstanceFlags.HasExtras) ? root.Extras!.State : null;
    }

    public override RootFollower? Follower
    {
        get => execution.SecondaryRoots.Follower;
        set
        {
            IsUsed = true;
            execution.SecondaryRoots.Follower = value;
        }
    }

    /// <summary>An instance whose own code asks for something that lasts.</summary>
    private Frame Using(ActivityInstance instance)
    {
        IsUsed = true;
        return execution.Running(instance);
    }
}
