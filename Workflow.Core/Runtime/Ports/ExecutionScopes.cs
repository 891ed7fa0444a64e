using System.Transactions;
using Workflow.Data;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Ports;

/// <summary>
/// The port through which contexts access properties, no-persist zones, saves, transactions and secondary roots; the parts of the engine do the work.
/// </summary>
internal sealed class ExecutionScopes(
    RunContext run,
    WorkQueue queue,
    PropertyTable properties,
    NoPersistZones noPersist,
    TransactionTable transactions,
    SecondaryRoots secondaryRoots,
    RequestedSaves saves) : TransactionPort
{
    public override void AddProperty(ActivityInstance owner, string name, object property, bool onlyVisibleToPublicChildren) =>
        properties.Add(queue.Running(owner), name, property, onlyVisibleToPublicChildren);

    public override bool RemoveProperty(ActivityInstance owner, string name) => properties.Remove(queue.Running(owner), name);

    public override object? FindProperty(ActivityInstance observer, string name)
    {
        object? found = properties.Find((Frame)observer, name);
        if (found is not null || name != RuntimeTransactionHandle.PropertyName)
        {
            return found;
        }

        return transactions.Root;
    }

    public override IReadOnlyList<KeyValuePair<string, object>> GetProperties(ActivityInstance observer) => properties.All((Frame)observer);

    public override void EnterNoPersist(ActivityInstance zone) => noPersist.Enter(queue.Running(zone));

    public override void ExitNoPersist(ActivityInstance zone) => noPersist.Exit(queue.Running(zone));

    public override void RequestSave(ActivityInstance requester) => saves.Request(queue.Running(requester));

    public override void RequestTransaction(
        ActivityInstance requester,
        RuntimeTransactionHandle handle,
        Action<NativeActivityTransactionContext, object?> callback,
        object? state,
        bool isRequired) => transactions.Request(new ContextRequest(queue.Running(requester), handle, callback, state, isRequired));

    public override void SetTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, Transaction transaction) =>
        transactions.Set(queue.Running(requester), handle, transaction);

    public override void CompleteTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, BookmarkCallback? callback) =>
        transactions.Complete(queue.Running(requester), handle, callback);

    public override ActivityInstance ScheduleSecondaryRoot(ActivityInstance scheduler, Activity activity, LocationEnvironment? scope, object? state) =>
        secondaryRoots.Schedule(queue.Running(scheduler), activity, scope, state);

    public override object? StateOf(ActivityInstance observer)
    {
        Frame root = (Frame)observer;
        while (root.Parent is { } parent)
        {
            root = parent;
        }

        return root.Has(InstanceFlags.HasRareState) ? root.RareState!.State : null;
    }

    public override RootContinuation? RootContinuation
    {
        get => run.State.KnownScopes?.RootContinuation;
        set => run.State.Scopes.RootContinuation = value;
    }
}
