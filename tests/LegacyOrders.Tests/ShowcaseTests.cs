namespace LegacyOrders.Tests;

public sealed class ShowcaseTests
{
    private const string Expected = """
        1. A state machine, in an SQLite database
          shift log of 'orders': Started
          the runtime is started
            desk: SO-7, please pay 620.00
            ledger: invoice SO-7 in a transaction
          unloaded
          loaded
          state WaitingForPayment, waits for IOrderDesk.Cancelled, IOrderDesk.Paid, Notes, SetStateQueue
            ledger: 600 in a transaction
          unloaded
          shift log of 'orders': Stopped
          in the database: LegacyOrders.Wf3.Workflows.OrderWorkflow, Idle
          shift log of 'orders': Started
          the runtime is started
          five days later
          loaded
            desk: SO-7 is not paid yet
          unloaded
          loaded
          unloaded
          loaded
            courier: parcel P-SO-7 with 2 articles
            ledger: 20 in a transaction
          unloaded
          loaded
          state InTransit
          completed
          paid 600.00, reminder 1, note: the rest comes tomorrow, paid 20.00, left WaitingForPayment, arrived
          shift log of 'orders': Stopped
        2. A cancelled order
          shift log of 'orders': Started
          the runtime is started
            desk: SO-7, please pay 620.00
            ledger: invoice SO-7 in a transaction
          unloaded
          loaded
            the order is cancelled
          completed
          cancelled: wrong colour, left WaitingForPayment
          shift log of 'orders': Stopped
        3. A sequential workflow: lines, rules, a booking, a van
          shift log of 'orders': Started
          the runtime is started
            fulfilment begins
            warehouse: 24 pieces reserved
            van for SO-8 booked
            warehouse: no van for SO-8
            warehouse: SO-8 is on the van
          completed
          line 1 of 3: 960.00, line 2 of 3: 600.00, line 3 of 3: 250.00, credit checked, booking Succeeded, box 1, box 2, box 3, invoiceChecked, labelsChecked
          on its way, to pay 1538.50
            fulfilment begins
            warehouse: 5 pieces reserved
            van for SO-7 booked
            warehouse: no van for SO-7
            warehouse: no van for SO-7
            van for SO-7 given back
            warehouse: R-SO-7 released
          completed
          not shipped: There is no van.
          shift log of 'orders': Stopped
        4. Rules without a workflow
          discount for SO-8: 10 percent
        5. The same activities inside a new workflow
          twice the first line: 1920.00
            fulfilment begins
            warehouse: 24 pieces reserved
            van for SO-8 booked
            warehouse: SO-8 is on the van
          line 1 of 3: 960.00, line 2 of 3: 600.00, line 3 of 3: 250.00, credit checked, booking Succeeded, box 1, box 2, box 3, invoiceChecked, labelsChecked
          on its way, to pay 1538.50
        6. A return: tracking, and a change of the instance while it waits
          shift log of 'orders': Started
          the runtime is started
            tracking of ReturnWorkflow
            1. 7. March: Started
            2. inspect, condition: scratched
            3. inspect is Closed, Refund 0 (money) [step]
            4. rule 'in time' is fulfilled
            5. rule 'limit' is fulfilled
            6. rule 'voucher' is fulfilled
          unloaded
          in the database: Running, waits
            tracking of ReturnWorkflow
          loaded
            7. survey removed from ReturnWorkflow at 3, apology added to ReturnWorkflow at 3
          accepted: True
            8. accepted is Closed, Refund 50 (money) [step]
            we are sorry
            9. apology is Closed, Refund 50 (money), Text we are sorry (message) [step]
            10. 7. March: Completed
            end of tracking
          completed
          refund 50.00
          accepted again: False
          steps in the database: inspect, accepted, apology
          shift log of 'orders': Stopped
          report: Completed: 3 events, 3 steps, 4 data
        """;

    [Fact]
    public async Task Showcase_Run_PrintsEachPartAsync()
    {
        using StringWriter output = new();
        await new Showcase(output).RunAsync();
        Assert.Equal(Expected.ReplaceLineEndings("\n"), output.ToString().TrimEnd().ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task Program_Run_SucceedsAsync()
    {
        TextWriter console = Console.Out;
        using StringWriter output = new();
        Console.SetOut(output);
        try
        {
            Assert.Equal(0, await Program.Main());
        }
        finally
        {
            Console.SetOut(console);
        }

        Assert.EndsWith("report: Completed: 3 events, 3 steps, 4 data", output.ToString().TrimEnd(), StringComparison.Ordinal);
    }
}
