namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of stores that are opened by the path of a file.</summary>
public sealed class OpenSqliteTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-path-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("orders.db")]
    [InlineData("a=b;c 'd'.db")]
    public async Task OpenSqlite_Path_CreatesFile(string name)
    {
        string path = Path.Combine(_folder.FullName, name);
        await using (SqlInstanceStore store = SqlInstanceStore.OpenSqlite(path))
        {
            Assert.False(File.Exists(path));
            await store.EnsureSchemaAsync();
        }

        Assert.True(File.Exists(path));
    }

    [Theory]
    [InlineData("Data Source=orders.db")]
    [InlineData("data source = orders.db;Password=Top-secret-1")]
    [InlineData("Filename=orders.db;Mode=ReadOnly")]
    public void OpenSqlite_ConnectionString_ThrowsWithoutRepeatingText(string text)
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(() => SqlInstanceStore.OpenSqlite(text));
        Assert.Equal("path", refused.ParamName);
        Assert.DoesNotContain("Top-secret-1", refused.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void OpenSqlite_NoPath_Throws()
    {
        Assert.Throws<ArgumentNullException>(() => SqlInstanceStore.OpenSqlite(null!));
        Assert.Throws<ArgumentException>(() => SqlInstanceStore.OpenSqlite(" "));
    }

    [Fact]
    public async Task OpenSqlite_Options_AreUsed()
    {
        string path = Path.Combine(_folder.FullName, "options.db");
        await using SqlInstanceStore store = SqlInstanceStore.OpenSqlite(path, new SqlInstanceStoreOptions { SchemaName = "orders" });
        InstancePersistenceException refused = await Assert.ThrowsAsync<InstancePersistenceException>(
            () => store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None));
        Assert.Contains("'orders'", refused.Message, StringComparison.Ordinal);
    }
}
