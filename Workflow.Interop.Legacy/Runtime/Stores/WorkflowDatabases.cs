extern alias WorkflowCore;
using System.Data.Common;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Opens databases for services that ported code creates with connection strings. This package contains no driver and no store: the application sets the
/// functions once, before it creates such a service. Thread-safe.
/// </summary>
public static class WorkflowDatabases
{
    private static volatile Func<SqlPersistenceParameters, InstanceStore>? s_openStore;
    private static volatile Func<string, DbDataSource>? s_openDataSource;

    /// <summary>
    /// Creates the store of a <see cref="SqlWorkflowPersistenceService"/>, which disposes of it. If it is null, the default, such services cannot be created.
    /// </summary>
    public static Func<SqlPersistenceParameters, InstanceStore>? OpenStore
    {
        get => s_openStore;
        set => s_openStore = value;
    }

    /// <summary>
    /// Creates the connections of a tracking service or a tracking query with a connection string. If it is null, the default, such objects cannot be created.
    /// </summary>
    public static Func<string, DbDataSource>? OpenDataSource
    {
        get => s_openDataSource;
        set => s_openDataSource = value;
    }

    internal static InstanceStore Store(SqlPersistenceParameters parameters)
    {
        ArgumentException.ThrowIfNullOrEmpty(parameters.ConnectionString, nameof(parameters));
        Func<SqlPersistenceParameters, InstanceStore> open = s_openStore
            ?? throw new InvalidOperationException(
                "A SqlWorkflowPersistenceService needs a store; set 'WorkflowDatabases.OpenStore', or use a StoreWorkflowPersistenceService.");
        return open(parameters) ?? throw new InvalidOperationException("'WorkflowDatabases.OpenStore' has returned no store; return a new one.");
    }

    internal static DbDataSource DataSource(string connectionString)
    {
        ArgumentException.ThrowIfNullOrEmpty(connectionString);
        Func<string, DbDataSource> open = s_openDataSource
            ?? throw new InvalidOperationException(
                "A connection string of tracking needs a driver; set 'WorkflowDatabases.OpenDataSource', or pass a DbDataSource.");
        return open(connectionString) ?? throw new InvalidOperationException("'WorkflowDatabases.OpenDataSource' has returned nothing; return a data source.");
    }
}
