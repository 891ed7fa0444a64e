using OrderApproval.Storage;

namespace OrderApproval.Tests.Storage;

public sealed class StoreAddressTests
{
    [Theory]
    [InlineData("orders.db", "Sqlite")]
    [InlineData("/var/lib/a=b/orders.db", "Sqlite")]
    [InlineData("a;b.db", "Sqlite")]
    [InlineData("Host=db;Username=app;Password=pw", "PostgreSql")]
    [InlineData("host=db", "PostgreSql")]
    [InlineData("Server=db;User ID=app;Password=pw", "SqlServer")]
    [InlineData("Data Source=db;Integrated Security=true", "SqlServer")]
    public void Parse_OfAText_FindsTheEngineAndHidesTheRest(string text, string engine)
    {
        StoreAddress address = StoreAddress.Parse(text);
        Assert.Equal((engine, engine, text), (address.Engine.ToString(), address.ToString(), address.Text));
    }

    [Fact]
    public void Default_OfTheProgram_LiesBesideIt() =>
        Assert.Equal(
            (AppContext.BaseDirectory, "orders.db"),
            (Path.GetDirectoryName(CommandLine.Parse([]).Store.File) + Path.DirectorySeparatorChar, Path.GetFileName(CommandLine.Parse([]).Store.File)));

    [Theory]
    [InlineData("Host=db;Port=wrong;Password=pass-word")]
    [InlineData("Host=db;Nonsense=pass-word")]
    [InlineData("Server=db;Nonsense=pass-word")]
    public void CreateDataSource_InvalidConnectionString_DoesNotQuoteIt(string text)
    {
        UsageException failure = Assert.Throws<UsageException>(() => StoreAddress.Parse(text).CreateDataSource());
        Assert.StartsWith("The connection string of '--store' is not valid for ", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("pass-word", failure.ToString(), StringComparison.Ordinal);
    }
}
