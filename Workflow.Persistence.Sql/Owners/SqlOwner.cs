namespace Workflow.Persistence.Sql;

/// <summary>An owner with its row in the database.</summary>
/// <param name="id">Its id.</param>
/// <param name="sid">The number of its row, which is never used again.</param>
/// <param name="options">Who it is.</param>
/// <param name="renewalPeriod">How often its lease is to be renewed.</param>
internal sealed class SqlOwner(Guid id, long sid, InstanceOwnerOptions options, TimeSpan renewalPeriod) : InstanceOwner(id, options, renewalPeriod)
{
    public long Sid { get; } = sid;
}
