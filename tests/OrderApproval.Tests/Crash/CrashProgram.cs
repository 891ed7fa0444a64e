using System.Globalization;
using OrderApproval.Credit;

namespace OrderApproval.Tests.Crash;

/// <summary>
/// The process that is killed: the program, with a clock that is ahead, and that kills the process when it was read so many times. The store reads the clock at every step.
/// </summary>
/// <remarks>The first two arguments are the minutes by which the clock is ahead, and the number of readings, 0 for never; the others are those of the program.</remarks>
internal static class CrashProgram
{
    public static Task<int> Main(string[] arguments)
    {
        DeadlyTimeProvider clock = new(TimeSpan.FromMinutes(int.Parse(arguments[0], CultureInfo.InvariantCulture)), int.Parse(arguments[1], CultureInfo.InvariantCulture));
        return new ApprovalCommand(new Terminal(Console.Out, Console.Error, null), new SimulatedCreditService(TimeProvider.System), clock).RunAsync(arguments[2..], CancellationToken.None);
    }
}
