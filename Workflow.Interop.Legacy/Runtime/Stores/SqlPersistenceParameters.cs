namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>The arguments with which ported code created a <see cref="SqlWorkflowPersistenceService"/>.</summary>
/// <param name="connectionString">The connection string.</param>
/// <param name="ownershipDuration">The time for which an instance belongs to a runtime that does not renew it. If it is null, the store determines the
/// time.</param>
/// <param name="loadingInterval">The interval between queries for instances whose timers are due. If it is null, the store determines the interval.</param>
public sealed class SqlPersistenceParameters(string connectionString, TimeSpan? ownershipDuration, TimeSpan? loadingInterval)
{
    /// <summary>The connection string.</summary>
    public string ConnectionString { get; } = connectionString;

    /// <summary>The time for which an instance belongs to a runtime that does not renew it. If it is null, the store determines the time.</summary>
    public TimeSpan? OwnershipDuration { get; } = ownershipDuration;

    /// <summary>The interval between queries for instances whose timers are due. If it is null, the store determines the interval.</summary>
    public TimeSpan? LoadingInterval { get; } = loadingInterval;
}
