using System.Globalization;
using OrderApproval.Credit;

namespace OrderApproval.Tests.Crash;

/// <summary>
/// The process that the crash tests kill: the program with a clock that runs ahead and kills the process at a given reading.
/// The store reads the clock at every step.
/// </summary>
/// <remarks>
/// The first argument is the number of minutes by which the clock runs ahead. The second is the number of the reading that kills the process; 0 means none.
/// The remaining arguments are those of the program.
/// </remarks>
internal static class CrashProgram
{
    public static Task<int> Main(string[] arguments)
    {
        DeadlyTimeProvider clock = new(
            TimeSpan.FromMinutes(int.Parse(arguments[0], CultureInfo.InvariantCulture)), int.Parse(arguments[1], CultureInfo.InvariantCulture));
        return new ApprovalCommand(new Terminal(Console.Out, Console.Error, null), new SimulatedCreditService(TimeProvider.System), clock)
            .RunAsync(arguments[2..], CancellationToken.None);
    }
}
