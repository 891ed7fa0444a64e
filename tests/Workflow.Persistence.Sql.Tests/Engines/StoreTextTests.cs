namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of the texts that the constructor of a store accepts.</summary>
public sealed class StoreTextTests
{
    public static TheoryData<string> OfSqlServer =>
        [
            "Server=db;Database=app", "Data Source=db;User ID=u;Password=p", "Server=.;Integrated Security=true",
            "server=tcp:db.example,1433;initial catalog=app;encrypt=strict"
        ];

    public static TheoryData<string> Refused =>
    [
        "Data Source=orders.db", "Data Source=orders.db;Mode=ReadOnly", "Data Source=orders.db;Password=Top-secret-1",
        "Host=db;Username=u;Password=Top-secret-1;Database=d", "Server=db", "Database=app;User ID=u;Password=Top-secret-1",
        "Server=db;Database=app;Encrypt=Top-secret-1", "Server=db;Database=app;Password=a;Top-secret-1=b", "a=b.db", "=",
    ];

    [Theory]
    [MemberData(nameof(OfSqlServer))]
    public async Task Constructor_SqlServerConnectionString_Succeeds(string text) => await new SqlInstanceStore(text).DisposeAsync();

    [Theory]
    [MemberData(nameof(Refused))]
    public void Constructor_AmbiguousText_ThrowsWithoutRepeatingText(string text)
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(() => new SqlInstanceStore(text));
        Assert.Equal("database", refused.ParamName);
        Assert.DoesNotContain("Top-secret-1", refused.ToString(), StringComparison.Ordinal);
    }
}
