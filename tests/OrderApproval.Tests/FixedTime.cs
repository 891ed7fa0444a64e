namespace OrderApproval.Tests;

/// <summary>A clock that stands still.</summary>
internal sealed class FixedTime : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => new(2025, 3, 4, 9, 15, 2, 125, TimeSpan.Zero);

    public override long GetTimestamp() => 0;
}
