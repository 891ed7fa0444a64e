using System.Transactions;
using Workflow.Data;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Execution;

/// <summary>The port through which contexts reach what an instance has around it; the parts do the work.</summary>
internal sealed class ExecutionScopes(WorkflowExecution execution) : ScopePort
{
    public override void AddProperty(ActivityInstance owner, string name, object property, bool onlyVisibleToPublicChildren) =>
        execution.Properties.Add(execution.Running(owner), name, property, onlyVisibleToPublicChildren);

    public override bool RemoveProperty(ActivityInstance owner, string name) => execution.Properties.Remove(execution.Running(owner), name);

    public override object? FindProperty(ActivityInstance observer, string name) =>
        execution.Properties.Find((Frame)observer, name) ?? (name == TransactionTable.PropertyName ? execution.Transactions.Root : null);

    public override IReadOnlyList<KeyValuePair<string, object>> GetProperties(ActivityInstance observer) => execution.Properties.All((Frame)observer);

    public override void EnterNoPersist(ActivityInstance zone) => execution.NoPersist.Enter(execution.Running(zone));

    public override void ExitNoPersist(ActivityInstance zone) => execution.NoPersist.Exit(execution.Running(zone));

    public override void RequestSave(ActivityInstance requester) => execution.Saving.Request(execution.Running(requester));

    public override void RequestTransaction(
        ActivityInstance requester,
        RuntimeTransactionHandle handle,
        Action<NativeActivityTransactionContext, object?> callback,
        object? state,
        bool isRequired) => execution.Transactions.Request(new ContextRequest(execution.Running(requester), handle, callback, state, isRequired));

    public override void SetTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, Transaction transaction) =>
        execution.Transactions.Set(execution.Running(requester), handle, transaction);

    public override void CompleteTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, BookmarkCallback? callback) =>
        execution.Transactions.Complete(execution.Running(requester), handle, callback);

    public override ActivityInstance ScheduleSecondaryRoot(ActivityInstance scheduler, Activity activity, LocationEnvironment? scope, object? state) =>
        execution.SecondaryRoots.Schedule(execution.Running(scheduler), activity, scope, state);

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
        set => execution.SecondaryRoots.Follower = value;
    }
}
