using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Reporting;

namespace OrderApproval;

/// <summary>The program without its process: tests give it writers and a credit service of their own.</summary>
internal sealed class ApprovalCommand(TextWriter output, TextWriter error, CreditService credit)
{
    public async Task<int> RunAsync(string[] args, CancellationToken cancellationToken)
    {
        try
        {
            CommandLine commandLine = CommandLine.Parse(args);
            if (commandLine.ShowsHelp)
            {
                await output.WriteLineAsync(CommandLine.Usage);
                return ExitCode.Success;
            }

            return await DecideAsync(commandLine, cancellationToken);
        }
        catch (UsageException wrong)
        {
            await error.WriteLineAsync(wrong.Message);
            await error.WriteLineAsync("Try '--help'.");
            return ExitCode.WrongUsage;
        }
        catch (OperationCanceledException)
        {
            await error.WriteLineAsync("Canceled.");
            return ExitCode.Canceled;
        }
    }

    private async Task<int> DecideAsync(CommandLine commandLine, CancellationToken cancellationToken)
    {
        OrderFile file = await OrderFile.ReadAsync(commandLine.OrdersFile, cancellationToken);
        foreach (RefusedLine line in file.Refused)
        {
            await error.WriteLineAsync($"Line {line.Number} is refused: {line.Reason}");
        }

        long start = TimeProvider.System.GetTimestamp();
        IReadOnlyList<DecidedOrder> decided = await new ApprovalDesk(credit).DecideAsync(file.Orders, cancellationToken);
        TimeSpan elapsed = TimeProvider.System.GetElapsedTime(start);

        await output.WriteAsync(Report.Render(decided, file.Refused.Count, elapsed, commandLine.ShowsAll));
        return file.Refused.Count == 0 ? ExitCode.Success : ExitCode.LinesRefused;
    }
}
