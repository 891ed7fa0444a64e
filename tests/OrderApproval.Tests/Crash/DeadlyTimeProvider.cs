using System.Diagnostics;

namespace OrderApproval.Tests.Crash;

/// <summary>A clock that is ahead of the system's, and that kills its process at one reading.</summary>
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
