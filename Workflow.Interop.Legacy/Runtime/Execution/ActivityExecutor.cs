using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Runs the steps of one instance, and passes the operations of its activities to the parts that perform them. Not thread-safe.</summary>
internal sealed class ActivityExecutor : RuntimePort
{
    private bool _isChanging;

    /// <summary>Creates the executor of a tree, and connects the tree to it.</summary>
    public ActivityExecutor(Activity root, Guid instanceId, ExecutorHost host)
    {
        Root = root;
        Host = host;
        InstanceId = instanceId;
        Queuing = new WorkflowQueuingService(this);
        Transactions = new TransactionRun(this);
        Lifetime = new ActivityLifetime(this, host);
        Transitions = new ActivityTransitions(this, root);
        Current = root;
        root.Runtime.Port = this;
        root.State.Set(Activity.ActivityContextGuidProperty, instanceId);
    }

    public override Guid InstanceId { get; }

    /// <summary>The root of the activities.</summary>
    public Activity Root { get; }

    /// <summary>The services, and the operations that concern the whole instance.</summary>
    public ExecutorHost Host { get; }

    /// <summary>The queues of the instance.</summary>
    public WorkflowQueuingService Queuing { get; }

    /// <summary>The steps that have not run.</summary>
    public StepQueue Steps { get; } = new();

    /// <summary>The running transaction scope of the instance.</summary>
    public TransactionRun Transactions { get; }

    /// <summary>The rules for the status of activities.</summary>
    public ActivityTransitions Transitions { get; }

    /// <summary>Notifies activities that they enter or leave memory.</summary>
    public ActivityLifetime Lifetime { get; }

    /// <summary>
    /// Saves the instance at the request of an activity, and commits the transaction if there is one. Null if the host does not save instances.
    /// </summary>
    public Action<CommittableTransaction?>? Persist { get; set; }

    /// <summary>True if there is no step to run.</summary>
    public bool IsBlocked => Steps.Count == 0;

    /// <summary>True if the root has closed and its handlers have been called.</summary>
    public bool IsEnded => Root.ExecutionStatus == ActivityExecutionStatus.Closed && Steps.Count == 0;

    public override object? GetService(Type serviceType) => serviceType == typeof(WorkflowQueuingService) ? Queuing : Host.GetService(serviceType);

    /// <summary>Queues the first step of the root.</summary>
    public void Start() => Transitions.Start(Root);

    /// <summary>Runs the next step.</summary>
    /// <returns>True if there was a step.</returns>
    public bool RunNext()
    {
        while (Steps.TryTake(out QueuedStep? item))
        {
            // A queued step is skipped here, not removed when it becomes obsolete: the step that makes it obsolete need not know it.
            if (item.IsWanted)
            {
                Run(item);
                return true;
            }
        }

        return false;
    }

    public override void Queue(QueuedStep item) => Steps.Add(item);

    public override void Execute(Activity child) => Transitions.Execute(child);

    public override void Cancel(Activity child) => Transitions.Cancel(child);

    public override void Compensate(Activity activity) => Transitions.Compensate(activity);

    public override void Close(Activity activity) => Transitions.Close(activity);

    public override void Load(Activity contextRoot) => Lifetime.Load(contextRoot);

    public override void Discard(Activity contextRoot) => Lifetime.Discard(contextRoot);

    public override void ContinueWithLock(Activity activity) => HandleLocks.Continue(activity, this);

    public override void Suspend(string? error) => Host.Suspend(InstanceId, error);

    public override void Terminate(string? error) => Host.Terminate(InstanceId, error);

    public override Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments) => Host.StartWorkflow(workflowType, arguments, Current);

    public override void ApplyChanges(WorkflowChanges changes)
    {
        if (_isChanging)
        {
            // The condition of the workflow and the initialization of new activities are application code, which could apply changes without end.
            throw new InvalidOperationException(
                $"The workflow instance '{InstanceId}' cannot change while other changes are applied to it; apply the changes afterwards.");
        }

        _isChanging = true;
        try
        {
            Host.ApplyChanges(this, changes);
        }
        finally
        {
            _isChanging = false;
        }
    }

    private void Run(QueuedStep item)
    {
        Current = item.Owner;
        try
        {
            if (Transactions.HasTransaction)
            {
                Transactions.Run(item);
            }
            else
            {
                item.Run(this);
            }
        }
        catch (Exception exception)
        {
            Transitions.Fault(item.Owner, exception);
        }
        finally
        {
            Current = Root;
        }
    }
}
