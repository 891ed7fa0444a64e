using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Promotion;

public sealed class SqlServerPromotionTests(SqlServerTestDatabase database)
    : ServerPromotionTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>
{
    /// <summary>The values that fit on SQLite, but without integers beyond the exact range of a double-precision number.</summary>
    public static TheoryData<string, object?, string> Fitting
    {
        get
        {
            TheoryData<string, object?, string> fitting = [];
            foreach (object?[] row in PromotionTests.Fitting.Where(row => row is not [_, ulong or long.MinValue, ..]))
            {
                fitting.Add((string)row[0]!, row[1], (string)row[2]!);
            }

            fitting.Add("n", 1L << 53, "n:9007199254740992");
            fitting.Add("n", 1e300, "n:1E+300");
            return fitting;
        }
    }

    [Theory]
    [MemberData(nameof(Fitting))]
    public Task SaveAsync_FittingValue_IsInItsColumn(string column, object? value, string expected) => AssertColumnAsync(column, value, expected);

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(-(1L << 53) - 1)]
    public async Task SaveAsync_NumberBeyondDoublePrecision_ThrowsWithName(long number)
    {
        SqlInstanceStore store = Promoting();
        SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => SaveAsync(store, Guid.NewGuid(), 0, ("n", number)));
        Assert.Equal("n", refused.ValueName);
        Assert.Equal(0L, await Tested.ReadValueAsync("SELECT COUNT_BIG(*) FROM workflow.instance"));
    }
}
