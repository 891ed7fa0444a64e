using OrderApproval.Credit;

namespace OrderApproval;

internal static class Program
{
    private static async Task<int> Main(string[] args)
    {
        using CancellationTokenSource interrupt = new();
        Console.CancelKeyPress += (_, pressed) =>
        {
            // The first Ctrl+C asks the workflows to cancel; the second one ends the process the hard way.
            pressed.Cancel = !interrupt.IsCancellationRequested;
            interrupt.Cancel();
        };
        ApprovalCommand command = new(Console.Out, Console.Error, new SimulatedCreditService(TimeProvider.System));
        return await command.RunAsync(args, interrupt.Token);
    }
}
