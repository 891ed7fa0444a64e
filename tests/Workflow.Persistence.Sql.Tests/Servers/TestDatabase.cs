using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A class fixture with a database for one test class.</summary>
public abstract class TestDatabase : IAsyncLifetime
{
    private DbDataSource? _dataSource;

    /// <summary>The connection string of the database.</summary>
    public string ConnectionString => DataSource.ConnectionString;

    /// <summary>The data source of the database. The fixture disposes it.</summary>
    public DbDataSource DataSource =>
        _dataSource ?? throw new InvalidOperationException("The test needs a server that this machine does not have; it should have been skipped.");

    /// <summary>Creates another data source for the same database, as another process has it. The caller disposes the data source.</summary>
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
