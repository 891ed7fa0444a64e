using System.Data.Common;
using OrderApproval.Credit;
using OrderApproval.Decisions;
using OrderApproval.Lines;
using OrderApproval.Orders;
using OrderApproval.Reporting;
using OrderApproval.Storage;
using Workflow.Persistence;

namespace OrderApproval;

/// <summary>The program without its process, so that tests can pass their own terminal, credit service and clock.</summary>
internal sealed class ApprovalCommand(Terminal terminal, CreditService credit, TimeProvider time)
{
    public async Task<int> RunAsync(string[] args, CancellationToken cancellationToken)
    {
        try
        {
            CommandLine commandLine = CommandLine.Parse(args);
            if (commandLine.ShowsHelp)
            {
                await terminal.Output.WriteLineAsync(CommandLine.Usage);
                return ExitCode.Success;
            }

            return await (commandLine.OnlyListsWaiting ? ListAsync(commandLine, cancellationToken) : RunAsync(commandLine, cancellationToken));
        }
        catch (UsageException wrong)
        {
            await terminal.Error.WriteLineAsync(wrong.Message);
            await terminal.Error.WriteLineAsync("Try '--help'.");
            return ExitCode.WrongUsage;
        }
        catch (Exception failure) when (failure is InstancePersistenceException or DbException)
        {
            await terminal.Error.WriteLineAsync(Texts.Printable(failure.Message));
            return ExitCode.StoreFailed;
        }
        catch (OperationCanceledException)
        {
            await terminal.Error.WriteLineAsync("Canceled.");
            return ExitCode.Canceled;
        }
    }

    private async Task<int> RunAsync(CommandLine commandLine, CancellationToken cancellationToken)
    {
        // Both files are read first, so that an error in the name of the second one is reported before any order is decided.
        OrderFile orders = await OrderFile.ReadAsync(commandLine.OrdersFile, cancellationToken);
        LineFile<OrderDecision>? decisions =
            commandLine.DecisionsFile is { } path ? await DecisionFile.ReadAsync(path, cancellationToken) : null;
        await ReportAsync(orders.Refused);
        await ReportAsync(decisions?.Refused ?? []);
        await using OrderStore store = await OrderStore.OpenAsync(commandLine.Store, time, cancellationToken);
        return await new ApprovalSession(terminal, credit, time, commandLine, store).RunAsync(orders, decisions, cancellationToken);
    }

    private async Task<int> ListAsync(CommandLine commandLine, CancellationToken cancellationToken)
    {
        if (commandLine.Store.File is { } file && !File.Exists(file))
        {
            throw new UsageException($"There is no store '{file}' yet; run the program without '--waiting' first.");
        }

        await using OrderStore store = await OrderStore.OpenAsync(commandLine.Store, time, cancellationToken);
        string list = WaitingReport.Render(await store.Orders.ListWaitingAsync(cancellationToken), commandLine.ShowsAll);
        await terminal.Output.WriteAsync(list.Length == 0 ? $"No order waits.{Environment.NewLine}" : list);
        return ExitCode.Success;
    }

    private async Task ReportAsync(IReadOnlyList<RefusedLine> refused)
    {
        foreach (RefusedLine line in refused)
        {
            await terminal.Error.WriteLineAsync(Texts.Printable(line.ToString()));
        }
    }
}
