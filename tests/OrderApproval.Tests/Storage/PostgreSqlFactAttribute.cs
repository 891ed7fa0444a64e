using Workflow.Persistence.Sql.Tests.Servers;

namespace OrderApproval.Tests.Storage;

/// <summary>A test that needs PostgreSQL; on a machine without it, the test is skipped with the reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PostgreSqlFactAttribute : FactAttribute
{
    public PostgreSqlFactAttribute() => Skip = PostgreSqlServer.Missing;
}
