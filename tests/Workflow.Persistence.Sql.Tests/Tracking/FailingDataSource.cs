using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Tracking;

/// <summary>Connections that cannot be opened a number of times, and then can.</summary>
internal sealed class FailingDataSource(DbDataSource inner) : DbDataSource
{
    public int Failures { get; set; }

    public override string ConnectionString => inner.ConnectionString;

    protected override DbConnection CreateDbConnection() => inner.CreateConnection();

    protected override ValueTask<DbConnection> OpenDbConnectionAsync(CancellationToken cancellationToken = default)
    {
        if (Failures > 0)
        {
            Failures--;
            throw new PassingException();
        }

        return inner.OpenConnectionAsync(cancellationToken);
    }

    private sealed class PassingException : DbException
    {
        public override bool IsTransient => true;
    }
}
