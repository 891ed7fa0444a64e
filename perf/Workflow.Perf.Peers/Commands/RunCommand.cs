using System.Diagnostics;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;
using Workflow.Perf.Peers.Reports;
using Workflow.Perf.Peers.Systems;

namespace Workflow.Perf.Peers.Commands;

/// <summary>Measures the cells, each in its own process and database. The repetitions of a row alternate between the systems.</summary>
internal static class RunCommand
{
    /// <summary>The timeout of a child process, so that a system that hangs does not block the run.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);

    public static async Task<int> RunAsync(RunOptions options)
    {
        string load = PeersReport.Load();
        await using PostgreSqlServer server = await PostgreSqlServer.StartAsync();
        Dictionary<(Subject Subject, Row Row), List<Sample>> samples = options.Cells.ToDictionary(static cell => cell, static _ => new List<Sample>());
        foreach (Row row in options.Cells.Select(static cell => cell.Row).Distinct())
        {
            for (int repetition = 0; repetition < (row.IsRepeated ? options.Repetitions : 1); repetition++)
            {
                foreach ((Subject Subject, Row Row) cell in options.Cells.Where(cell => cell.Row == row))
                {
                    Sample sample = await MeasureAsync(server, cell.Subject, cell.Row, new RowScope(options.IsQuick, CountsTransactions: repetition == 0));
                    samples[cell].Add(sample);
                    Console.WriteLine($"{cell.Subject.Id}/{cell.Row.Id}: {SampleText.Line(sample)}");
                }
            }

            // Written after each row, so that an interrupted run keeps its results.
            if (options.Out is { } file)
            {
                await File.WriteAllTextAsync(file, PeersReport.Write(samples, await server.DescribeAsync(), options.IsQuick, load));
            }
        }

        if (options.Out is null)
        {
            foreach (((Subject subject, Row row), List<Sample> measured) in samples)
            {
                Console.WriteLine($"\n{subject.Title} on {subject.Engine}, {row.Title}\n{SampleText.Details(measured[^1])}");
            }
        }

        return 0;
    }

    private static async Task<Sample> MeasureAsync(PostgreSqlServer server, Subject subject, Row row, RowScope scope)
    {
        string folder = Directory.CreateTempSubdirectory("workflow-peers-").FullName;
        Place place =
            subject.Engine == Engine.PostgreSql ? await server.CreateAsync() : new Place(subject.Engine, Path.Combine(folder, "peer.db"), string.Empty);
        try
        {
            if (subject.Engine != Engine.Memory)
            {
                await place.PrepareAsync();
            }

            return row == Kill.Row ? await Kill.MeasureAsync(place, StartRow) : await InChildAsync(StartRow(row));
        }
        finally
        {
            if (subject.Engine == Engine.PostgreSql)
            {
                await server.DropAsync(place);
            }

            Directory.Delete(folder, recursive: true);
        }

        Process StartRow(Row started) => Start(ChildCommand.Arguments(subject, started, place, scope));
    }

    private static async Task<Sample> InChildAsync(Process process)
    {
        using Process child = process;
        using CancellationTokenSource late = new(Limit, TimeProvider.System);
        await using CancellationTokenRegistration end = late.Token.Register(child.Kill);
        Task<string> errors = child.StandardError.ReadToEndAsync();
        string output = await child.StandardOutput.ReadToEndAsync();
        await child.WaitForExitAsync();
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (child.ExitCode == 0 && lines.Length > 0 && lines[^1].StartsWith('{'))
        {
            return Sample.OfLine(lines[^1]);
        }

        await Console.Error.WriteLineAsync(await errors);
        return new Sample { NotMeasured = $"the process ended with {child.ExitCode}: {(await errors).Split('\n')[0]}" };
    }

    private static Process Start(string[] arguments)
    {
        string program = Environment.ProcessPath!;
        string[] prefix = Path.GetFileNameWithoutExtension(program) == "dotnet" ? [typeof(RunCommand).Assembly.Location, "child"] : ["child"];
        return Process.Start(new ProcessStartInfo(program, [.. prefix, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        })!;
    }
}
