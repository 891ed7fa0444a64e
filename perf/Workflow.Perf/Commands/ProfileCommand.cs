using System.Globalization;
using Workflow.Perf.Measuring;
using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Commands;

/// <summary>Runs only the workload of one row, so that all samples of a profiler belong to it.</summary>
internal static class ProfileCommand
{
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(100);

    public static int Run(string[] args)
    {
        if (args.Length != 2)
        {
            throw new UsageException("'profile' takes the id of a row and a number of seconds, such as 'profile child 30'.");
        }

        Row row = AllRows.Single(args[0]);
        TimeSpan duration = ParseSeconds(args[1]);
        Meter meter = new(row.Prepare().Workflow.Run, allThreads: false);
        meter.CalibrateFor(Slice);
        Console.Error.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"'{row.Id}' for {duration.TotalSeconds:0} s in process {Environment.ProcessId}."));

        long operations = 0;
        TimeSpan used = Environment.CpuUsage.TotalTime;
        long start = Clock.Now;
        while (Clock.Since(start) < duration)
        {
            meter.Take();
            operations += meter.Repetitions;
        }

        double nanoseconds = Clock.Since(start).TotalNanoseconds / operations;
        double processor = (Environment.CpuUsage.TotalTime - used).TotalNanoseconds / operations;
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{operations:N0} repetitions, {nanoseconds:N1} ns each; {processor:N1} ns of processor time in this process."));
        return 0;
    }

    private static TimeSpan ParseSeconds(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double seconds) && seconds is > 0 and <= 86_400
            ? TimeSpan.FromSeconds(seconds)
            : throw new UsageException($"'{text}' is not a number of seconds from 0 to 86400.");
}
