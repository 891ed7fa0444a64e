using System.Reflection;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Documents;

/// <summary>Checks the code, the options, the views and the statements of the page persistence-sql.md.</summary>
public sealed partial class PersistenceSqlTests
{
    private static readonly string Root = FindRoot();
    private static readonly string Page = File.ReadAllText(Path.Combine(Root, "docs/host/persistence-sql.md")).ReplaceLineEndings("\n");

    [Fact]
    public void Code_OfTheDocument_IsCompiledHere()
    {
        string compiled = Essence(File.ReadAllText(Path.Combine(Root, "tests/Workflow.Persistence.Sql.Tests/Documents/PersistenceSqlSnippet.cs")));
        string[] blocks = Blocks("csharp");
        Assert.Equal(8, blocks.Length);
        Assert.All(blocks, block => Assert.Contains(Essence(block), compiled, StringComparison.Ordinal));
    }

    [Fact]
    public void DocumentOptions_AreComplete()
    {
        string[] documented = [.. OptionRow().Matches(Page).SelectMany(row => row.Groups["names"].Value.Split(", ")).Select(name => name.Trim('`'))];
        Assert.Equal(
            typeof(SqlInstanceStoreOptions).GetProperties(BindingFlags.Public | BindingFlags.Instance).Select(property => property.Name).Order(),
            documented.Order());
    }

    [Fact]
    public async Task Views_AreDocumentedWithAllColumns()
    {
        await using SqliteFile file = new();
        await file.StoreAsync();
        foreach (string view in file.Read("SELECT name FROM sqlite_master WHERE type = 'view'").Select(row => (string)row[0]!))
        {
            Assert.Contains($"`{view}`", Page, StringComparison.Ordinal);
            Assert.All(file.Read($"PRAGMA table_info({view})"), column => Assert.Contains($"`{column[1]}`", Page, StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task DocumentMethods_PurgeAndProtect()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions
        {
            StateProtector = new PersistenceSqlSnippet.AesProtector("2030", new Dictionary<string, byte[]> { ["2030"] = key }),
        });
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = "secret"u8.ToArray(), Unlock = true },
            CancellationToken.None);
        Assert.Equal("secret"u8.ToArray(), (await store.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None)).State.ToArray());
        Assert.Equal(["2030", 34L], Assert.Single(file.Read("SELECT key_id, length(state) FROM workflow_instance")));
        file.Run("CREATE TABLE orders (instance_id TEXT)");
        await PersistenceSqlSnippet.SaveWithOrderAsync(
            store,
            owner,
            new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle },
            CancellationToken.None);
        Assert.Equal(1L, file.ReadValue("SELECT count(*) FROM orders o JOIN workflow_instances i ON i.instance_id = o.instance_id"));
        Assert.Equal(0, await PersistenceSqlSnippet.PurgeAsync(store, TimeSpan.FromDays(1), CancellationToken.None));
    }

    internal static string Document(string name) => File.ReadAllText(Path.Combine(Root, name));

    internal static string[] Blocks(string language) =>
        [.. Regex.Matches(Page, $"```{language}\n(.*?)```", RegexOptions.Singleline).Select(match => match.Groups[1].Value)];

    private static string Essence(string code) => string.Join('\n', code.Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0));

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("No folder above the tests holds 'Workflow.slnx'; run the tests from a checkout.");
    }

    /// <summary>Matches a row of the table of options: the names of properties, a default and a meaning.</summary>
    [GeneratedRegex(@"^\| (?<names>`[A-Z]\w+`(, `[A-Z]\w+`)*) \| [^|]+ \| [^|]+ \|$", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex OptionRow();
}
