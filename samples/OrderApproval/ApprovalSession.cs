using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Decisions;
using OrderApproval.Lines;
using OrderApproval.Orders;
using OrderApproval.Reporting;
using OrderApproval.Storage;
using OrderApproval.Trails;

namespace OrderApproval;

/// <summary>One run of the program: the workflow decides most orders, people decide others, and the program reports the rest.</summary>
internal sealed class ApprovalSession
{
    private readonly Terminal _terminal;
    private readonly TimeProvider _time;
    private readonly CommandLine _asked;
    private readonly OrderStore _store;
    private readonly TrailBook _trails;
    private readonly ApprovalDesk _desk;
    private readonly DecisionDesk _decisions;
    private int _refused;

    public ApprovalSession(Terminal terminal, CreditService credit, TimeProvider time, CommandLine asked, OrderStore store)
    {
        _terminal = terminal;
        _time = time;
        _asked = asked;
        _store = store;

        // At the terminal, a person may request the trail of any order; otherwise the order is known from the start.
        _trails = new TrailBook(order => AsksPerson || string.Equals(order, asked.Why, StringComparison.OrdinalIgnoreCase));
        _desk = new ApprovalDesk(credit, store, time, _trails);
        _decisions = new DecisionDesk(_desk, store.Orders, terminal.Error);
    }

    private bool AsksPerson => _terminal.Input is not null && _asked.DecisionsFile is null;

    /// <exception cref="UsageException">The state of an unknown order is requested.</exception>
    public async Task<int> RunAsync(OrderFile file, LineFile<OrderDecision>? decisions, CancellationToken cancellationToken)
    {
        if (_asked.Why is { } why
            && !file.Orders.Any(order => OrderEntry.KeyOf(order.Id) == OrderEntry.KeyOf(why))
            && await _store.Orders.FindAsync(why, cancellationToken) is null)
        {
            throw new UsageException(Texts.Printable($"'--why' names the order '{why}', which does not exist."));
        }

        _refused = file.Refused.Count;
        try
        {
            await RunWorkflowsAsync(file.Orders, cancellationToken);
            await (decisions is not null ? CarryOutAsync(decisions, cancellationToken) : AskAsync(cancellationToken));
        }
        finally
        {
            await EndAsync();
        }

        return _refused == 0 ? ExitCode.Success : ExitCode.LinesRefused;
    }

    private async Task RunWorkflowsAsync(IReadOnlyList<Order> orders, CancellationToken cancellationToken)
    {
        long start = _time.GetTimestamp();
        await _desk.ContinueAsync(cancellationToken);
        int started = await _desk.RunAsync(orders, cancellationToken);
        TimeSpan elapsed = _time.GetElapsedTime(start);

        Dictionary<string, StoredOrder> stored = (await _store.Orders.ListAsync(cancellationToken)).ToDictionary(order => OrderEntry.KeyOf(order.Number));
        DecidedOrder[] rows =
            [.. orders.Select(order => (Order: order, Stored: stored[OrderEntry.KeyOf(order.Id)]))
                .Select(row => new DecidedOrder(row.Order, row.Stored.Decision, row.Stored.Total))];
        await _terminal.Output.WriteAsync(Report.Render(rows, started, _refused, elapsed, _asked.ShowsAll));
    }

    private async Task CarryOutAsync(LineFile<OrderDecision> decisions, CancellationToken cancellationToken)
    {
        _refused += decisions.Refused.Count;
        foreach (Line<OrderDecision> line in decisions.Lines)
        {
            DecisionAnswer answer = await _decisions.TakeAsync(line.Value, cancellationToken);
            if (answer.Decided is { } decided)
            {
                await _terminal.Output.WriteLineAsync(Texts.Printable($"{decided.Number}: {decided.Decision}"));
            }
            else
            {
                _refused++;
                await _terminal.Error.WriteLineAsync(Texts.Printable(new RefusedLine(_asked.DecisionsFile!, line.Number, answer.Refusal).ToString()));
            }
        }
    }

    private Task AskAsync(CancellationToken cancellationToken) =>
        _terminal.Input is null ? Task.CompletedTask : new DecisionPrompt(_terminal, _decisions, _store, _trails).RunAsync(cancellationToken);

    /// <summary>Lists the orders that still wait, also after Ctrl+C.</summary>
    private async Task EndAsync()
    {
        IReadOnlyList<StoredOrder> waiting = await _store.Orders.ListWaitingAsync(CancellationToken.None);
        await _terminal.Output.WriteAsync(WaitingReport.Render(waiting, _asked.ShowsAll));
        if (waiting.Count > 0)
        {
            await _terminal.Output.WriteLineAsync(Texts.Printable($"They are kept in {_store.Name}. Run the program again to decide them."));
        }

        if (_asked.Why is { } why && await _store.Orders.FindAsync(why, CancellationToken.None) is { } order)
        {
            await _terminal.Output.WriteLineAsync();
            await _terminal.Output.WriteAsync(StoredReport.Render(order, _store.Name));
            await _terminal.Output.WriteAsync(TrailText.Render(order.Number, _trails.Of(order.Number)?.Records ?? []));
        }
    }
}
