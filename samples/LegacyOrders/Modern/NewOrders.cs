using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Orders;
using LegacyOrders.Wf3.Services;
using LegacyOrders.Wf3.Workflows;
using Workflow;
using Workflow.Hosting;
using Workflow.Interop.Legacy.Activities;
using Workflow.Statements;

namespace LegacyOrders.Modern;

/// <summary>A new workflow that uses activities of the old system, so that its steps can be migrated one by one.</summary>
internal static class NewOrders
{
    internal static async Task RunAsync(TextWriter output, Order order)
    {
        Warehouse warehouse = new(output);
        ExternalDataExchangeService exchange = new();
        exchange.AddService(warehouse);
        WorkflowApplication application = new(Create(order));
        application.Extensions.Add(exchange);
        application.Extensions.Add(output);
        application.Run();
        await application.Completion;
    }

    internal static Activity Create(Order order)
    {
        Variable<decimal> payable = new("payable");
        Variable<decimal> first = new("first");
        Variable<string> outcome = new("outcome");
        Variable<List<string>> steps = new("steps");
        return new Sequence
        {
            Variables = { payable, first, outcome, steps },
            Activities =
            {
                new Interop
                {
                    ActivityType = typeof(PriceLineActivity),
                    ActivityProperties =
                    {
                        ["Line"] = new InArgument<OrderLine>(_ => order.Lines[0]),
                        ["AmountOut"] = new OutArgument<decimal>(first),
                    },
                    ActivityMetaProperties = { ["Factor"] = 2m },
                },
                new WriteLine { Text = new(context => $"  twice the first line: {first.Get(context):0.00}") },
                new Interop
                {
                    ActivityType = typeof(FulfilmentWorkflow),
                    ActivityProperties =
                    {
                        ["Order"] = new InArgument<Order>(_ => order),
                        ["PayableOut"] = new OutArgument<decimal>(payable),
                        ["OutcomeOut"] = new OutArgument<string>(outcome),
                        ["StepsOut"] = new OutArgument<List<string>>(steps),
                    },
                },
                new WriteLine { Text = new(context => $"  {string.Join(", ", steps.Get(context))}") },
                new WriteLine { Text = new(context => $"  {outcome.Get(context)}, to pay {payable.Get(context):0.00}") },
            },
        };
    }
}
