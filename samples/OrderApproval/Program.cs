using OrderApproval.Credit;

namespace OrderApproval;

internal static class Program
{
    private static async Task<int> Main(string[] args)
    {
        using CancellationTokenSource interrupt = new();
        Console.CancelKeyPress += (_, pressed) =>
        {
            // The first Ctrl+C requests the cancellation of the workflows and ends the prompt; the second one ends the process.
            pressed.Cancel = !interrupt.IsCancellationRequested;
            interrupt.Cancel();
        };
        Terminal terminal = new(Console.Out, Console.Error, Console.IsInputRedirected ? null : Console.In);
        ApprovalCommand command = new(terminal, new SimulatedCreditService(TimeProvider.System), TimeProvider.System);
        return await command.RunAsync(args, interrupt.Token);
    }
}
