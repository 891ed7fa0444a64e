using System.Diagnostics;

namespace OrderApproval.Tests.Crash;

/// <summary>A clock that runs ahead of the system clock and kills its process at one reading; never if the number of the reading is 0.</summary>
internal sealed class DeadlyTimeProvider(TimeSpan ahead, int lastReading) : TimeProvider
{
    private int _readings;

    public override DateTimeOffset GetUtcNow()
    {
        if (Interlocked.Increment(ref _readings) == lastReading)
        {
            using Process own = Process.GetCurrentProcess();
            own.Kill();
        }

        return System.GetUtcNow() + ahead;
    }
}
