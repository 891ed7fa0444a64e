using OrderApproval.Reporting;
using OrderApproval.Storage;
using OrderApproval.Trails;

namespace OrderApproval.Decisions;

/// <summary>Takes decisions from a person at the terminal, line by line, until the person ends the input.</summary>
internal sealed class DecisionPrompt(Terminal terminal, DecisionDesk desk, OrderStore store, TrailBook trails)
{
    private const string Commands = """
        approve ORDER [REASON]   the order goes to the warehouse
        reject ORDER [REASON]    the order goes back to the customer
        list                     prints what waits
        why ORDER                prints what the store knows about an order, and its trail
        quit                     ends the program; so does the end of the input
        """;

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        await ListAsync(cancellationToken);
        await terminal.Output.WriteLineAsync(Commands);
        while (await ReadAsync(cancellationToken) is { } line)
        {
            string[] words = line.Split(' ', 3, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            if (words is ["quit"])
            {
                return;
            }

            await ServeAsync(words, cancellationToken);
        }

        // Ends the line of the prompt that was not answered.
        await terminal.Output.WriteLineAsync();
    }

    private async Task<string?> ReadAsync(CancellationToken cancellationToken)
    {
        await terminal.Output.WriteAsync("> ");
        await terminal.Output.FlushAsync(cancellationToken);

        // A terminal cannot be read asynchronously. After Ctrl+C, the thread that waits for input is abandoned.
        return await Task.Run(terminal.Input!.ReadLine, cancellationToken).WaitAsync(cancellationToken);
    }

    private Task ServeAsync(string[] words, CancellationToken cancellationToken) => words switch
    {
        [] => Task.CompletedTask,
        ["approve", var order, ..] => DecideAsync(new OrderDecision(order, Choice.Approve, words.ElementAtOrDefault(2) ?? ""), cancellationToken),
        ["reject", var order, ..] => DecideAsync(new OrderDecision(order, Choice.Reject, words.ElementAtOrDefault(2) ?? ""), cancellationToken),
        ["why", var order] => WhyAsync(order, cancellationToken),
        ["list"] => ListAsync(cancellationToken),
        _ => terminal.Output.WriteLineAsync(Commands),
    };

    private async Task DecideAsync(OrderDecision decision, CancellationToken cancellationToken)
    {
        DecisionAnswer answer = await desk.TakeAsync(decision, cancellationToken);
        await terminal.Output.WriteLineAsync(
            Texts.Printable(answer.Decided is { } decided ? $"{decided.Number}: {decided.Decision}" : $"Refused: {answer.Refusal}"));
    }

    private async Task WhyAsync(string number, CancellationToken cancellationToken)
    {
        if (await store.Orders.FindAsync(number, cancellationToken) is not { } order)
        {
            await terminal.Output.WriteLineAsync(Texts.Printable($"There is no order '{number}'."));
            return;
        }

        await terminal.Output.WriteAsync(StoredReport.Render(order, store.Name));
        await terminal.Output.WriteAsync(TrailText.Render(order.Number, trails.Of(order.Number)?.Records ?? []));
    }

    private async Task ListAsync(CancellationToken cancellationToken)
    {
        string list = WaitingReport.Render(await store.Orders.ListWaitingAsync(cancellationToken), showsAll: true);
        await terminal.Output.WriteLineAsync(list.Length == 0 ? "No order waits." : list);
    }
}
