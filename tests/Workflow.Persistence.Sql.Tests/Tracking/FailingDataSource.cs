using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Tracking;

/// <summary>A data source that fails with a transient error while <see cref="Failures"/> is positive. Each failure reduces the number by one.</summary>
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
