using System.Data.Common;
using OrderApproval.Waiting;
using Workflow;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace OrderApproval.Storage;

/// <summary>The database with all orders and their workflows. Several programs may use it at the same time.</summary>
internal sealed class OrderStore : IAsyncDisposable
{
    private readonly DbDataSource _source;
    private readonly StoreEngine _engine;

    private OrderStore(StoreAddress address, TimeProvider time)
    {
        _source = address.CreateDataSource();
        _engine = address.Engine;
        Orders = new OrderViews(_source, _engine);
        Instances = new SqlInstanceStore(_source, OptionsFor(time));
        using DbConnection connection = _source.CreateConnection();
        Name = address.File is { } file ? $"'{file}'" : $"the database '{connection.Database}' on '{connection.DataSource}'";
    }

    /// <summary>The store of the workflows.</summary>
    public SqlInstanceStore Instances { get; }

    /// <summary>The orders as read from the views of the store.</summary>
    public OrderViews Orders { get; }

    /// <summary>The database, for messages; without a password.</summary>
    public string Name { get; }

    /// <summary>Opens the database, and creates the schema if it is missing.</summary>
    /// <exception cref="UsageException">The connection string is invalid, or there is no support for this database.</exception>
    /// <exception cref="InstancePersistenceException">The database cannot be used.</exception>
    public static async Task<OrderStore> OpenAsync(StoreAddress address, TimeProvider time, CancellationToken cancellationToken)
    {
        OrderStore store = Create(address, time);
        try
        {
            await store.Instances.EnsureSchemaAsync(cancellationToken);
            await store.EnsureTableAsync(cancellationToken);

            // The process has one owner with one lease for all its instances.
            await WorkflowApplication.CreateDefaultInstanceOwnerAsync(
                store.Instances, new InstanceOwnerOptions { Name = "OrderApproval", Filter = WorkflowIdentityFilter.Any }, cancellationToken);
            return store;
        }
        catch
        {
            await store.DisposeAsync();
            throw;
        }
    }

    /// <summary>Creates the participant for the workflow of a new order.</summary>
    public OrderEntry EntryFor(WorkflowApplication application, string number) => new(Instances, _engine, application.Id, number);

    public async ValueTask DisposeAsync()
    {
        try
        {
            // Without this, other programs would wait until the lease ends.
            await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(Instances, CancellationToken.None);
        }
        catch (InstancePersistenceException)
        {
            // The database cannot be reached. The lease expires without this call.
        }

        await Instances.DisposeAsync();
        await _source.DisposeAsync();
    }

    private static OrderStore Create(StoreAddress address, TimeProvider time)
    {
        try
        {
            return new OrderStore(address, time);
        }
        catch (NotSupportedException missing)
        {
            throw new UsageException(missing.Message);
        }
    }

    private static SqlInstanceStoreOptions OptionsFor(TimeProvider time) => new()
    {
        // Decided orders are kept with their decisions.
        CompletionAction = InstanceCompletionAction.DeleteNothing,

        // After a crash, the orders that the program was working on stay locked until its lease ends: 35 seconds at most.
        LeaseRenewalPeriod = TimeSpan.FromSeconds(5),
        LockedInstanceBehavior = LockedInstanceBehavior.AggressiveRetry,
        TimeProvider = time,
        Promotions = { [OrderNote.Promotion] = OrderNote.Columns },
    };

    private async Task EnsureTableAsync(CancellationToken cancellationToken)
    {
        try
        {
            await CreateTableAsync(cancellationToken);
        }
        catch (DbException)
        {
            // PostgreSQL refuses 'IF NOT EXISTS' if another program creates the table at the same moment. The table exists at the second attempt.
            await CreateTableAsync(cancellationToken);
        }
    }

    private async Task CreateTableAsync(CancellationToken cancellationToken)
    {
        await using DbConnection connection = await _source.OpenConnectionAsync(cancellationToken);
        await using DbCommand create = connection.CreateCommand();
#pragma warning disable CA2100 // The text has no input.
        create.CommandText = OrderEntry.CreateTable(_engine);
#pragma warning restore CA2100
        await create.ExecuteNonQueryAsync(cancellationToken);
    }
}
