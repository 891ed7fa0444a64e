using Workflow;
using Workflow.Extensions.Hosting;

namespace OrderService;

/// <summary>Sends an order to the warehouse, which is a service of the dependency injection container.</summary>
public sealed class Ship : AsyncCodeActivity
{
    public InArgument<Order> Order { get; set; } = null!;

    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
        context.GetRequiredService<Warehouse>().ShipAsync(Order.Get(context)!, cancellationToken);
}

/// <summary>
/// Represents another service. Such a service must recognize an order by its number, so that an order that is sent again is not shipped twice.
/// </summary>
public sealed partial class Warehouse(ILogger<Warehouse> logger)
{
    public async Task ShipAsync(Order order, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(order);
        await Task.Yield();
        cancellationToken.ThrowIfCancellationRequested();
        LogShipped(order.Id, order.Customer);
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Order {Order} is on its way to {Customer}.")]
    private partial void LogShipped(string order, string customer);
}
