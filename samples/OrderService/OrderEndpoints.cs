using Microsoft.AspNetCore.Http.HttpResults;
using Workflow.Extensions.Hosting;
using Workflow.Persistence;

namespace OrderService;

/// <summary>The requests that the service answers. Each operation is durable when it is answered.</summary>
internal static class OrderEndpoints
{
    public static void Map(IEndpointRouteBuilder endpoints)
    {
        RouteGroupBuilder orders = endpoints.MapGroup("/orders").AddEndpointFilter(ExplainAsync);
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
        TypedResults.Accepted((string?)null, await client.ResumeAsync($"order/{id}", "decide", decision, dedupeId: decision.RequestId));

    private static async Task<Results<Ok<OrderState>, NotFound>> GetAsync(WorkflowClient client, Guid instance) =>
        await client.GetAsync(instance) is { } info ? TypedResults.Ok(OrderState.Of(info)) : TypedResults.NotFound();

    private static async IAsyncEnumerable<OrderState> ListAsync(WorkflowClient client)
    {
        await foreach (WorkflowInstanceInfo info in client.QueryAsync(new InstanceQuery { MaxCount = 100 }))
        {
            yield return OrderState.Of(info);
        }
    }

    /// <summary>Tells the caller what it asked wrongly.</summary>
    private static async ValueTask<object?> ExplainAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        try
        {
            return await next(context);
        }
        catch (WorkflowClientException exception)
        {
            int status = exception switch
            {
                WorkflowInstanceNotFoundException => StatusCodes.Status404NotFound,
                WorkflowKeyInUseException or WorkflowInstanceEndedException => StatusCodes.Status409Conflict,
                _ => StatusCodes.Status400BadRequest,
            };
            return TypedResults.Problem(exception.Message, statusCode: status);
        }
    }
}

/// <summary>What the store knows of an order.</summary>
/// <param name="Instance">The workflow instance.</param>
/// <param name="Key">The key of the order.</param>
/// <param name="State">What the instance does.</param>
/// <param name="WaitsFor">The bookmarks at which it waits.</param>
/// <param name="Outcome">How the order ended; null before that.</param>
internal sealed record OrderState(Guid Instance, string? Key, string State, IReadOnlyList<string> WaitsFor, string? Outcome)
{
    private const string Outputs = "urn:schemas-microsoft-com:System.Activities/4.0/properties/output";

    public static OrderState Of(WorkflowInstanceInfo info) => new(
        info.InstanceId, info.Key, info.State.ToString(), info.Bookmarks, info.Values.GetValueOrDefault(System.Xml.Linq.XName.Get("Result", Outputs)) as string);
}
