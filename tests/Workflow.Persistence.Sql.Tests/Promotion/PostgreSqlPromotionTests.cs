using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Promotion;

public sealed class PostgreSqlPromotionTests(PostgreSqlTestDatabase database)
    : ServerPromotionTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>
{
    [Theory]
    [MemberData(nameof(PromotionTests.Fitting), MemberType = typeof(PromotionTests))]
    public Task SaveAsync_FittingValue_IsInItsColumn(string column, object? value, string expected) => AssertColumnAsync(column, value, expected);
}
