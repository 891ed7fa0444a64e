using System.Runtime.ExceptionServices;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Pricing;
using OrderApproval.Trails;
using OrderApproval.Waiting;
using Workflow;
using Workflow.Persistence;

namespace OrderApproval.Approval;

/// <summary>
/// Hosts the workflow: one definition, and one instance for each order, many at the same time. An instance that waits for a person is unloaded into the
/// store, and is loaded when there is a decision.
/// </summary>
internal sealed class ApprovalDesk(CreditService credit, InstanceStore store, TimeProvider time, TrailBook trails)
{
    public const int OrdersAtOnce = 100;

    private readonly ApprovalWorkflow _workflow = new();

    /// <summary>Runs the orders of a book, several at a time, and records the decisions in it; the others wait in the store.</summary>
    public Task RunAsync(OrderBook book, CancellationToken cancellationToken)
    {
        ParallelOptions options = new() { MaxDegreeOfParallelism = OrdersAtOnce, CancellationToken = cancellationToken };
        return Parallel.ForEachAsync(book.Orders, options, async (order, token) =>
        {
            if (await RunAsync(order, token) is { } decided)
            {
                book.Note(decided);
            }
        });
    }

    /// <summary>Runs an order; null when it waits in the store for a person.</summary>
    public Task<DecidedOrder?> RunAsync(Order order, CancellationToken cancellationToken)
    {
        Dictionary<string, object?> inputs = new() { [nameof(ApprovalWorkflow.Order)] = order };
        WorkflowApplication application = Prepare(new WorkflowApplication(_workflow, inputs), order);
        application.Run();
        return EndAsync(application, order, cancellationToken);
    }

    /// <summary>Loads an order that waits and resumes it with a decision.</summary>
    public async Task<DecidedOrder> ResumeAsync(Order order, WaitingOrder waiting, Decision decision, CancellationToken cancellationToken)
    {
        WorkflowApplication application = Prepare(new WorkflowApplication(_workflow), order);
        await application.LoadAsync(waiting.InstanceId, cancellationToken);

        // From here on Ctrl+C has no effect, so that the decision is carried out completely.
        await application.ResumeBookmarkAsync(AskApprover.BookmarkOf(order.Id), decision, CancellationToken.None);
        return await EndAsync(application, order, CancellationToken.None)
            ?? throw new InvalidOperationException($"The order '{order.Id}' waits again after its decision, although the workflow has only one decision.");
    }

    private WorkflowApplication Prepare(WorkflowApplication application, Order order)
    {
        application.InstanceStore = store;
        application.PersistableIdle = static _ => PersistableIdleAction.Unload;
        application.Extensions.Add(time);
        application.Extensions.Add(credit);
        if (trails.Of(order.Id) is { } trail)
        {
            application.Extensions.Add(trail);
        }

        return application;
    }

    private static async Task<DecidedOrder?> EndAsync(WorkflowApplication application, Order order, CancellationToken cancellationToken)
    {
        using CancellationTokenRegistration cancellation = cancellationToken.Register(() => _ = application.CancelAsync(CancellationToken.None));
        WorkflowCompletion completion;
        try
        {
            completion = await application.Completion;
        }
        catch (WorkflowApplicationUnloadedException)
        {
            return null;
        }

        if (completion.TerminationException is { } fault)
        {
            ExceptionDispatchInfo.Throw(fault);
        }

        return completion.State == ActivityInstanceState.Canceled
            ? throw new OperationCanceledException(cancellationToken)
            : new DecidedOrder(
                order,
                (Decision)completion.Outputs[nameof(ApprovalWorkflow.Result)]!,
                ((Quote?)completion.Outputs[nameof(ApprovalWorkflow.Quote)])?.Total);
    }
}
