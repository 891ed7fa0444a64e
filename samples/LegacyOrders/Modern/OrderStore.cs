using System;
using System.Data.Common;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Tracking;
using LegacyOrders.Wf3.Workflows;
using Microsoft.Data.Sqlite;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Persistence.Sql;

namespace LegacyOrders.Modern;

/// <summary>An SQLite file that exists while the program runs.</summary>
internal sealed class OrderStore : IAsyncDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"legacy-orders-{Guid.NewGuid():N}.db");
    private readonly DbDataSource _data;
    private readonly SqlInstanceStore _store;

    private OrderStore()
    {
        _data = SqliteFactory.Instance.CreateDataSource($"Data Source={_file}");
        _store = new SqlInstanceStore(_data, new SqlInstanceStoreOptions());
    }

    public async ValueTask DisposeAsync()
    {
        await _store.DisposeAsync();
        await _data.DisposeAsync();
        SqliteConnection.ClearAllPools();
        File.Delete(_file);
    }

    internal string ConnectionString => _data.ConnectionString;

    internal static async Task<OrderStore> CreateAsync()
    {
        OrderStore store = new();
        await store._store.EnsureSchemaAsync(CancellationToken.None);
        return store;
    }

    /// <summary>Creates the service that replaces SqlWorkflowPersistenceService. Instances are unloaded while they wait.</summary>
    internal StoreWorkflowPersistenceService NewPersistence()
    {
        StoreWorkflowPersistenceService persistence = new(_store, unloadOnIdle: true);
        persistence.WorkflowTypes.Add(typeof(OrderWorkflow));
        persistence.WorkflowTypes.Add(typeof(FulfilmentWorkflow));
        persistence.WorkflowTypes.Add(typeof(ReturnWorkflow));
        return persistence;
    }

    /// <summary>Creates the tracking service for the same database: records of returns are written with the saves of their instances.</summary>
    internal async Task<SqlTrackingService> NewTrackingAsync()
    {
        SqlTrackingService tracking = new(_data) { TransactionConnection = _store.GetTransactionConnectionAsync, UseDefaultProfile = false };
        await tracking.EnsureSchemaAsync(CancellationToken.None);
        await tracking.SaveProfileAsync(typeof(ReturnWorkflow), OrderProfiles.Create(), CancellationToken.None);
        return tracking;
    }

    internal SqlTrackingQuery NewQuery() => new(_data) { KnownTypes = { typeof(ReturnWorkflow), typeof(InspectActivity), typeof(WriteActivity) } };

    /// <summary>Returns the definition and the status of an instance, from a view of the database.</summary>
    internal string Describe()
    {
        using DbCommand command = _data.CreateCommand("SELECT definition_name || ', ' || status FROM workflow_instances");
        return (string)command.ExecuteScalar();
    }
}
