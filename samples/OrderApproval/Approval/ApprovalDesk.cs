using System.Runtime.ExceptionServices;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Storage;
using OrderApproval.Trails;
using OrderApproval.Waiting;
using Workflow;
using Workflow.Persistence;

namespace OrderApproval.Approval;

/// <summary>
/// Hosts the workflow: one definition, and one instance for each order, many at the same time. An instance that waits for a person is unloaded into the
/// store, and is loaded when there is a decision, by this program or another one.
/// </summary>
internal sealed class ApprovalDesk(CreditService credit, OrderStore store, TimeProvider time, TrailBook trails)
{
    public const int OrdersAtOnce = 25;

    private readonly ApprovalWorkflow _workflow = new();

    /// <summary>
    /// Runs orders, several at a time, until each of them is decided or waits in the store for a person. Orders that are already in the store are not started
    /// again.
    /// </summary>
    /// <returns>The number of orders that were started.</returns>
    public async Task<int> RunAsync(IReadOnlyList<Order> orders, CancellationToken cancellationToken)
    {
        HashSet<string> known = [.. (await store.Orders.ListAsync(cancellationToken)).Select(order => OrderEntry.KeyOf(order.Number))];
        Order[] started = [.. orders.Where(order => !known.Contains(OrderEntry.KeyOf(order.Id)))];
        ParallelOptions options = new() { MaxDegreeOfParallelism = OrdersAtOnce, CancellationToken = cancellationToken };
        await Parallel.ForEachAsync(started, options, async (order, token) => await RunAsync(order, token));
        return started.Length;
    }

    /// <summary>Runs an order until it is decided or waits for a person. The order is then in the store.</summary>
    public async Task RunAsync(Order order, CancellationToken cancellationToken)
    {
        Dictionary<string, object?> inputs = new() { [nameof(ApprovalWorkflow.Order)] = order };
        WorkflowApplication application = Prepare(new WorkflowApplication(_workflow, inputs));
        AddTrail(application, order.Id);
        application.Extensions.Add(store.EntryFor(application, order.Id));
        application.Run();
        try
        {
            await EndAsync(application, cancellationToken);
        }
        catch (Exception) when (!cancellationToken.IsCancellationRequested)
        {
            // Another program may have entered the order in the meantime. Then this workflow was not saved, and the workflow of the other program continues.
            if (await store.Orders.FindAsync(order.Id, cancellationToken) is null)
            {
                throw;
            }
        }
    }

    /// <summary>Continues the instances of a program that has crashed. They are runnable, because the lease of their owner has ended.</summary>
    public async Task ContinueAsync(CancellationToken cancellationToken)
    {
        while (await NextRunnableAsync(cancellationToken) is { } found)
        {
            WorkflowApplication application = Prepare(new WorkflowApplication(_workflow));
            try
            {
                await application.LoadAsync(found, cancellationToken);
                application.Run();
                await EndAsync(application, cancellationToken);
            }
            catch (Exception) when (!cancellationToken.IsCancellationRequested)
            {
                // The store keeps the error for '--why', and delays the next attempt. The other orders continue.
            }
        }
    }

    /// <summary>Loads an order that waits and resumes it with a decision.</summary>
    /// <exception cref="InstancePersistenceException">Another program has decided it.</exception>
    public async Task ResumeAsync(StoredOrder waiting, Decision decision, CancellationToken cancellationToken)
    {
        WorkflowApplication application = Prepare(new WorkflowApplication(_workflow));
        AddTrail(application, waiting.Number);
        await application.LoadAsync(waiting.InstanceId, cancellationToken);

        // From here on Ctrl+C has no effect, so that the decision is carried out completely.
        BookmarkResumptionResult result = await application.ResumeBookmarkAsync(AskApprover.BookmarkOf(waiting.Number), decision, CancellationToken.None);
        if (result != BookmarkResumptionResult.Success)
        {
            application.Abort($"The order '{waiting.Number}' does not wait for a decision.");
        }

        await EndAsync(application, CancellationToken.None);
    }

    private async Task<WorkflowApplicationInstance?> NextRunnableAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await WorkflowApplication.GetRunnableInstanceAsync(store.Instances, cancellationToken);
        }
        catch (InstanceNotReadyException)
        {
            return null;
        }
    }

    private WorkflowApplication Prepare(WorkflowApplication application)
    {
        application.InstanceStore = store.Instances;
        application.PersistableIdle = static _ => PersistableIdleAction.Unload;

        // After any failure, the store keeps the last saved state, and the next run of the program continues from it.
        application.OnUnhandledException = static _ => UnhandledExceptionAction.Abort;
        application.Extensions.Add(time);
        application.Extensions.Add(credit);
        return application;
    }

    private void AddTrail(WorkflowApplication application, string order)
    {
        if (trails.Of(order) is { } trail)
        {
            application.Extensions.Add(trail);
        }
    }

    /// <summary>Waits until the instance has completed or is unloaded.</summary>
    private static async Task EndAsync(WorkflowApplication application, CancellationToken cancellationToken)
    {
        using CancellationTokenRegistration cancellation = cancellationToken.Register(() => application.Abort("The program was canceled."));
        try
        {
            await application.Completion;
        }
        catch (WorkflowApplicationUnloadedException)
        {
            // The instance waits in the store.
        }
        catch (WorkflowApplicationAbortedException aborted)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ExceptionDispatchInfo.Throw(aborted.InnerException ?? aborted);
        }
    }
}
