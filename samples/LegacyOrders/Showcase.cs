using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using LegacyOrders.Modern;
using LegacyOrders.Wf3.Hosting;
using LegacyOrders.Wf3.Orders;
using LegacyOrders.Wf3.Tracking;
using LegacyOrders.Wf3.Workflows;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace LegacyOrders;

/// <summary>Runs the parts of the program, one after the other. Each part prints its lines.</summary>
internal sealed class Showcase
{
    private readonly TextWriter _output;
    private readonly SampleClock _clock = new();

    internal Showcase(TextWriter output)
    {
        _output = output;
    }

    internal static Order SmallOrder => new() { Number = "SO-7", Lines = { new OrderLine("chair", 4, 80m), new OrderLine("table", 1, 300m) } };

    internal static Order LargeOrder =>
        new() { Number = "SO-8", Lines = { new OrderLine("chair", 12, 80m), new OrderLine("table", 2, 300m), new OrderLine("lamp", 10, 25m) } };

    internal async Task RunAsync()
    {
        await using OrderStore store = await OrderStore.CreateAsync();
        await _output.WriteLineAsync("1. A state machine, in an SQLite database");
        OrderOfMonths(store);
        await _output.WriteLineAsync("2. A cancelled order");
        CancelledOrder(store);
        await _output.WriteLineAsync("3. A sequential workflow: lines, rules, a booking, a van");
        Fulfilments(store);
        await _output.WriteLineAsync("4. Rules without a workflow");
        _output.WriteLine("  discount for {0}: {1} percent", LargeOrder.Number, DiscountPreview.Of(LargeOrder).Discount);
        await _output.WriteLineAsync("5. The same activities inside a new workflow");
        await NewOrders.RunAsync(_output, LargeOrder);
        await _output.WriteLineAsync("6. A return: tracking, and a change of the instance while it waits");
        await ReturnAsync(store);
    }

    /// <summary>Simulates two processes, one after the other: the second one continues with the state that the first one has saved.</summary>
    private void OrderOfMonths(OrderStore store)
    {
        Guid id;
        using (OrderRuntime runtime = NewRuntime(store.NewPersistence()))
        {
            id = runtime.Start(typeof(OrderWorkflow), SmallOrder, 620m);
            _output.WriteLine("  state {0}, waits for {1}", runtime.StateOf(id), string.Join(", ", runtime.WaitsFor(id)));
            runtime.Desk.Pay(id, 600m);
            runtime.Run(id);
        }

        _output.WriteLine("  in the database: {0}", store.Describe());
        using (OrderRuntime runtime = NewRuntime(store.NewPersistence()))
        {
            _output.WriteLine("  five days later");
            _clock.Advance(TimeSpan.FromDays(5));
            runtime.Run(id);
            runtime.SendNote(id, "the rest comes tomorrow");
            runtime.Desk.Pay(id, 20m);
            runtime.Run(id);
            _output.WriteLine("  state {0}", runtime.StateOf(id));
            runtime.Desk.Deliver(id, "P-SO-7");
            runtime.Run(id);
            Print(runtime.Outputs, "History");
        }
    }

    private void CancelledOrder(OrderStore store)
    {
        using OrderRuntime runtime = NewRuntime(store.NewPersistence());
        Guid id = runtime.Start(typeof(OrderWorkflow), SmallOrder, 620m);
        runtime.Desk.Cancel(id, "wrong colour");
        runtime.Run(id);
        Print(runtime.Outputs, "History");
    }

    private void Fulfilments(OrderStore store)
    {
        using OrderRuntime runtime = NewRuntime(store.NewPersistence());
        runtime.Warehouse.FailNext(1);
        runtime.Start(typeof(FulfilmentWorkflow), LargeOrder, 0m);
        Print(runtime.Outputs, "Steps");
        _output.WriteLine("  {0}, to pay {1:0.00}", runtime.Outputs["Outcome"], runtime.Outputs["Payable"]);
        runtime.Warehouse.FailNext(2);
        runtime.Start(typeof(FulfilmentWorkflow), SmallOrder, 0m);
        _output.WriteLine("  {0}", runtime.Outputs["Outcome"]);
    }

    private async Task ReturnAsync(OrderStore store)
    {
        StoreWorkflowPersistenceService persistence = store.NewPersistence();
        object[] services =
        [
            SavedOrders.CreateCommitService(store.ConnectionString),
            new OrderTrackingService(_output, typeof(ReturnWorkflow)),
            await store.NewTrackingAsync(),
        ];
        using (OrderRuntime runtime = NewRuntime(persistence, services))
        {
            Guid id = runtime.StartReturn(SmallOrder, "scratched", 3);
            _output.WriteLine("  in the database: {0}", string.Join(" | ", SavedOrders.Describe(persistence.GetAllWorkflows())));
            runtime.Apologize(id, "we are sorry");
            _output.WriteLine("  accepted: {0}", runtime.Returns.TryAccept(id, "anna"));
            runtime.Run(id);
            _output.WriteLine("  refund {0:0.00}", runtime.Outputs["Refund"]);
            _output.WriteLine("  accepted again: {0}", runtime.Returns.TryAccept(id, "anna"));
            _output.WriteLine("  steps in the database: {0}", string.Join(", ", TrackingReport.StepsOf(store.NewQuery(), id)));
        }

        _output.WriteLine(
            "  report: {0}", string.Join(" | ", TrackingReport.Of(store.NewQuery(), typeof(ReturnWorkflow), 50m, _clock.GetUtcNow().UtcDateTime)));
    }

    private OrderRuntime NewRuntime(WorkflowPersistenceService persistence, params object[] services) => new(_output, persistence, [_clock, .. services]);

    private void Print(Dictionary<string, object> outputs, string name) => _output.WriteLine("  {0}", string.Join(", ", (List<string>)outputs[name]));
}
