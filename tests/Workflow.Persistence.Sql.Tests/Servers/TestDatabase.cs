using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A database that a test class has for itself, as its class fixture.</summary>
public abstract class TestDatabase : IAsyncLifetime
{
    private DbDataSource? _dataSource;

    /// <summary>For the database of the test class.</summary>
    public string ConnectionString => DataSource.ConnectionString;

    /// <summary>For the database of the test class; lives as long as that.</summary>
    public DbDataSource DataSource => _dataSource ?? throw new InvalidOperationException("The test needs a server that this machine does not have; it should have been skipped.");

    /// <summary>Another source of connections to the same database, as another process has; the caller disposes it.</summary>
    public abstract DbDataSource NewDataSource();

    public abstract Task InitializeAsync();

    public virtual async Task DisposeAsync()
    {
        if (_dataSource is not null)
        {
            await _dataSource.DisposeAsync();
        }
    }

    protected void Open(DbDataSource dataSource) => _dataSource = dataSource;
}
