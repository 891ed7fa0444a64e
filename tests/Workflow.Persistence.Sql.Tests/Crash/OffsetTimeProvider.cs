namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>The clock of this machine, set forward: leases of processes that were killed are over at once.</summary>
internal sealed class OffsetTimeProvider(TimeSpan offset) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + offset;
}
