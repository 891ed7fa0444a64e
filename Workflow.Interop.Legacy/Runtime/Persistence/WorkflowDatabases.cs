extern alias WorkflowCore;
using System.Data.Common;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Opens databases for services that ported code makes with connection strings. This package knows no driver and no store: the application sets the functions once, before it makes
/// such a service. Safe for all threads.
/// </summary>
public static class WorkflowDatabases
{
    private static volatile Func<SqlPersistenceParameters, InstanceStore>? s_openStore;
    private static volatile Func<string, DbDataSource>? s_openDataSource;

    /// <summary>Makes the store of a <see cref="SqlWorkflowPersistenceService"/>, which disposes of it. Null, the default: such services cannot be made.</summary>
    public static Func<SqlPersistenceParameters, InstanceStore>? OpenStore
    {
        get => s_openStore;
        set => s_openStore = value;
    }

    /// <summary>Makes the connections of a tracking service or a tracking query with a connection string. Null, the default: such objects cannot be made.</summary>
    public static Func<string, DbDataSource>? OpenDataSource
    {
        get => s_openDataSource;
        set => s_openDataSource = value;
    }

    internal static InstanceStore Store(SqlPersistenceParameters parameters)
    {
        ArgumentException.ThrowIfNullOrEmpty(parameters.ConnectionString, nameof(parameters));
        Func<SqlPersistenceParameters, InstanceStore> open = s_openStore
            ?? throw new InvalidOperationException("A SqlWorkflowPersistenceService needs a store; set 'WorkflowDatabases.OpenStore', or use a StoreWorkflowPersistenceService.");
        return open(parameters) ?? throw new InvalidOperationException("'WorkflowDatabases.OpenStore' has returned no store; return a new one.");
    }

    internal static DbDataSource DataSource(string connectionString)
    {
        ArgumentException.ThrowIfNullOrEmpty(connectionString);
        Func<string, DbDataSource> open = s_openDataSource
            ?? throw new InvalidOperationException("A connection string of tracking needs a driver; set 'WorkflowDatabases.OpenDataSource', or pass a DbDataSource.");
        return open(connectionString) ?? throw new InvalidOperationException("'WorkflowDatabases.OpenDataSource' has returned nothing; return a data source.");
    }
}
