namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>The clock of this machine plus an offset, with which tests let the leases of killed processes expire at once.</summary>
internal sealed class OffsetTimeProvider(TimeSpan offset) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + offset;
}
