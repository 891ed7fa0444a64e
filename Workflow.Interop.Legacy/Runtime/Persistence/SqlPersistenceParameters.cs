namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>The arguments with which ported code has made a <see cref="SqlWorkflowPersistenceService"/>.</summary>
/// <param name="connectionString">The connection string.</param>
/// <param name="ownershipDuration">How long an instance belongs to a runtime that does not renew it; null: as long as the store says.</param>
/// <param name="loadingInterval">How often the store is asked for instances whose timers are due; null: as often as the store says.</param>
public sealed class SqlPersistenceParameters(string connectionString, TimeSpan? ownershipDuration, TimeSpan? loadingInterval)
{
    /// <summary>The connection string.</summary>
    public string ConnectionString { get; } = connectionString;

    /// <summary>How long an instance belongs to a runtime that does not renew it; null: as long as the store says.</summary>
    public TimeSpan? OwnershipDuration { get; } = ownershipDuration;

    /// <summary>How often the store is asked for instances whose timers are due; null: as often as the store says.</summary>
    public TimeSpan? LoadingInterval { get; } = loadingInterval;
}
