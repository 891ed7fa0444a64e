using Workflow.Persistence.Sql.Tests.Servers;

namespace OrderApproval.Tests.Storage;

/// <summary>Marks a test that needs PostgreSQL. A machine without PostgreSQL skips the test with the reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PostgreSqlFactAttribute : FactAttribute
{
    public PostgreSqlFactAttribute() => Skip = PostgreSqlServer.Missing;
}
