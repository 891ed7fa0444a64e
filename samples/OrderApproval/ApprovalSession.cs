using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Decisions;
using OrderApproval.Lines;
using OrderApproval.Orders;
using OrderApproval.Reporting;
using OrderApproval.Trails;
using OrderApproval.Waiting;
using Workflow.Persistence;

namespace OrderApproval;

/// <summary>One run of the program: the workflow decides most orders, people decide others, and the program reports the rest.</summary>
internal sealed class ApprovalSession
{
    private readonly Terminal _terminal;
    private readonly TimeProvider _time;
    private readonly CommandLine _asked;
    private readonly OrderBook _book;
    private readonly TrailBook _trails;
    private readonly WaitingOrders _waiting;
    private readonly ApprovalDesk _desk;
    private readonly DecisionDesk _decisions;
    private int _refused;

    public ApprovalSession(Terminal terminal, CreditService credit, TimeProvider time, CommandLine asked, OrderFile file)
    {
        InMemoryInstanceStore store = new(time);
        _terminal = terminal;
        _time = time;
        _asked = asked;
        _book = new OrderBook(file.Orders);
        _refused = file.Refused.Count;

        // At the terminal, a person may request the trail of any order; otherwise the order is known from the start.
        _trails = new TrailBook(order => AsksPerson || string.Equals(order, asked.Why, StringComparison.OrdinalIgnoreCase));
        _waiting = new WaitingOrders(store);
        _desk = new ApprovalDesk(credit, store, time, _trails);
        _decisions = new DecisionDesk(_desk, _waiting, _book);
    }

    private bool AsksPerson => _terminal.Input is not null && _asked.DecisionsFile is null;

    /// <exception cref="UsageException">The trail of an unknown order is requested.</exception>
    public async Task<int> RunAsync(LineFile<OrderDecision>? decisions, CancellationToken cancellationToken)
    {
        if (_asked.Why is { } why && _book.Find(why) is null)
        {
            throw new UsageException(Texts.Printable($"'--why' names the order '{why}', which does not exist."));
        }

        try
        {
            await RunWorkflowsAsync(cancellationToken);
            await (decisions is not null ? CarryOutAsync(decisions, cancellationToken) : AskAsync(cancellationToken));
        }
        finally
        {
            await EndAsync();
        }

        return _refused == 0 ? ExitCode.Success : ExitCode.LinesRefused;
    }

    private async Task RunWorkflowsAsync(CancellationToken cancellationToken)
    {
        long start = _time.GetTimestamp();
        await _desk.RunAsync(_book, cancellationToken);
        TimeSpan elapsed = _time.GetElapsedTime(start);

        Dictionary<string, Referral> referrals = (await _waiting.ListAsync(cancellationToken)).ToDictionary(order => order.Referral.Order, order => order.Referral);
        DecidedOrder[] rows = [.. _book.Orders.Select(order => _book.DecisionOn(order.Id) ?? Referred(order, referrals[order.Id]))];
        await _terminal.Output.WriteAsync(Report.Render(rows, _refused, elapsed, _asked.ShowsAll));
    }

    private static DecidedOrder Referred(Order order, Referral referral) =>
        new(order, new Decision(Outcome.Referred, $"{referral.Approver}: {referral.Reason}"), referral.Total);

    private async Task CarryOutAsync(LineFile<OrderDecision> decisions, CancellationToken cancellationToken)
    {
        _refused += decisions.Refused.Count;
        foreach (Line<OrderDecision> line in decisions.Lines)
        {
            DecisionAnswer answer = await _decisions.TakeAsync(line.Value, cancellationToken);
            if (answer.Decided is { } decided)
            {
                await _terminal.Output.WriteLineAsync(Texts.Printable($"{decided.Order.Id}: {decided.Decision}"));
            }
            else
            {
                _refused++;
                await _terminal.Error.WriteLineAsync(Texts.Printable(new RefusedLine(_asked.DecisionsFile!, line.Number, answer.Refusal).ToString()));
            }
        }
    }

    private Task AskAsync(CancellationToken cancellationToken) =>
        _terminal.Input is null ? Task.CompletedTask : new DecisionPrompt(_terminal, _decisions, _waiting, _trails).RunAsync(cancellationToken);

    /// <summary>Lists the orders that still wait, also after Ctrl+C.</summary>
    private async Task EndAsync()
    {
        IReadOnlyList<WaitingOrder> waiting = await _waiting.ListAsync(CancellationToken.None);
        await _terminal.Output.WriteAsync(WaitingReport.Render(waiting, _asked.ShowsAll));
        if (waiting.Count > 0)
        {
            await _terminal.Output.WriteLineAsync("They are kept in the memory of this program and are lost when it ends.");
        }

        if (_asked.Why is { } why && _book.Find(why) is { Id: var id } && _trails.Of(id) is { } trail)
        {
            await _terminal.Output.WriteLineAsync();
            await _terminal.Output.WriteLineAsync(Texts.Printable($"The trail of order {id}:"));
            await _terminal.Output.WriteAsync(TrailText.Render(trail.Records));
        }
    }
}
