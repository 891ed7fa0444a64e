using Microsoft.AspNetCore.Http.HttpResults;
using Workflow.Extensions.Hosting;
using Workflow.Persistence;

namespace OrderService;

/// <summary>The endpoints of the service. An operation is durable when the service sends the response.</summary>
internal static class OrderEndpoints
{
    public static void Map(IEndpointRouteBuilder endpoints)
    {
        RouteGroupBuilder orders = endpoints.MapGroup("/orders");
        orders.MapPost("/", PlaceAsync);
        orders.MapGet("/", ListAsync);
        orders.MapGet("/{instance:guid}", GetAsync);
        orders.MapPost("/{id}/decision", DecideAsync);
    }

    private static async Task<Accepted<WorkflowReceipt>> PlaceAsync(WorkflowClient client, Order order)
    {
        WorkflowReceipt receipt = await client.StartAsync("order", new { Order = order }, new() { Key = $"order/{order.Id}" });
        return TypedResults.Accepted($"/orders/{receipt.InstanceId}", receipt);
    }

    private static async Task<Accepted<WorkflowReceipt>> DecideAsync(WorkflowClient client, string id, Decision decision) =>
        TypedResults.Accepted((string?)null, await client.ResumeAsync($"order/{id}", "decide", decision, requestId: decision.RequestId));

    private static async Task<Results<Ok<OrderState>, NotFound>> GetAsync(WorkflowClient client, Guid instance) =>
        await client.GetAsync(instance) is { } info ? TypedResults.Ok(OrderState.Of(info)) : TypedResults.NotFound();

    private static async IAsyncEnumerable<OrderState> ListAsync(WorkflowClient client)
    {
        await foreach (WorkflowInstanceInfo info in client.QueryAsync(new InstanceQuery { MaxCount = 100 }))
        {
            yield return OrderState.Of(info);
        }
    }
}

/// <summary>The state of an order in the store.</summary>
/// <param name="Instance">The id of the workflow instance.</param>
/// <param name="Key">The key of the order.</param>
/// <param name="State">The state of the instance.</param>
/// <param name="WaitsFor">The bookmarks at which the instance waits.</param>
/// <param name="Outcome">The outcome of the order; null before its end.</param>
internal sealed record OrderState(Guid Instance, string? Key, string State, IReadOnlyList<string> WaitsFor, string? Outcome)
{
    public static OrderState Of(WorkflowInstanceInfo info) => new(
        info.InstanceId, info.Key, info.State.ToString(), info.Bookmarks, info.State == WorkflowInstanceState.Completed ? info.GetOutput<string>() : null);
}
