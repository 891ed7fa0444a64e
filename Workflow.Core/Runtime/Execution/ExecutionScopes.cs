using System.Transactions;
using Workflow.Data;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Execution;

/// <summary>The port through which contexts reach what an instance has around it; the parts do the work.</summary>
internal sealed class ExecutionScopes(
    RunContext run,
    WorkQueue queue,
    PropertyTable properties,
    NoPersistZones noPersist,
    TransactionTable transactions,
    SecondaryRoots secondaryRoots,
    Saving saving) : TransactionPort
{
    public override void AddProperty(ActivityInstance owner, string name, object property, bool onlyVisibleToPublicChildren) =>
        properties.Add(Using(owner), name, property, onlyVisibleToPublicChildren);

    public override bool RemoveProperty(ActivityInstance owner, string name) => properties.Remove(Using(owner), name);

    public override object? FindProperty(ActivityInstance observer, string name)
    {
        object? found = properties.Find((Frame)observer, name);
        if (found is not null || name != TransactionTable.PropertyName)
        {
            return found;
        }

        run.State.UsesScopes = true;
        return transactions.Root;
    }

    public override IReadOnlyList<KeyValuePair<string, object>> GetProperties(ActivityInstance observer) => properties.All((Frame)observer);

    public override void EnterNoPersist(ActivityInstance zone) => noPersist.Enter(Using(zone));

    public override void ExitNoPersist(ActivityInstance zone) => noPersist.Exit(Using(zone));

    public override void RequestSave(ActivityInstance requester) => saving.Request(Using(requester));

    public override void RequestTransaction(
        ActivityInstance requester,
        RuntimeTransactionHandle handle,
        Action<NativeActivityTransactionContext, object?> callback,
        object? state,
        bool isRequired) => transactions.Request(new ContextRequest(Using(requester), handle, callback, state, isRequired));

    public override void SetTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, Transaction transaction) =>
        transactions.Set(Using(requester), handle, transaction);

    public override void CompleteTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, BookmarkCallback? callback) =>
        transactions.Complete(Using(requester), handle, callback);

    public override ActivityInstance ScheduleSecondaryRoot(ActivityInstance scheduler, Activity activity, LocationEnvironment? scope, object? state) =>
        secondaryRoots.Schedule(Using(scheduler), activity, scope, state);

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
        get => secondaryRoots.Follower;
        set
        {
            run.State.UsesScopes = true;
            secondaryRoots.Follower = value;
        }
    }

    /// <summary>An instance whose own code asks for something that lasts.</summary>
    private Frame Using(ActivityInstance instance)
    {
        run.State.UsesScopes = true;
        return queue.Running(instance);
    }
}
