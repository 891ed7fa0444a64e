using System.Reflection;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Documents;

/// <summary>What docs/persistence-sql.md says is so.</summary>
public sealed partial class PersistenceSqlTests
{
    private static readonly string Root = FindRoot();
    private static readonly string Page = File.ReadAllText(Path.Combine(Root, "docs/persistence-sql.md")).ReplaceLineEndings("\n");

    [Fact]
    public void Code_OfTheDocument_IsCompiledHere()
    {
        string compiled = Essence(File.ReadAllText(Path.Combine(Root, "tests/Workflow.Persistence.Sql.Tests/Documents/PersistenceSqlSnippet.cs")));
        string[] blocks = Blocks("csharp");
        Assert.Equal(8, blocks.Length);
        Assert.All(blocks, block => Assert.Contains(Essence(block), compiled, StringComparison.Ordinal));
    }

    [Fact]
    public void Options_OfTheDocument_AreAllThereAre()
    {
        string[] documented = [.. OptionRow().Matches(Page).SelectMany(row => row.Groups["names"].Value.Split(", ")).Select(name => name.Trim('`'))];
        Assert.Equal(typeof(SqlInstanceStoreOptions).GetProperties(BindingFlags.Public | BindingFlags.Instance).Select(property => property.Name).Order(), documented.Order());
    }

    [Fact]
    public async Task Queries_OfTheDocument_FindWhatTheySay()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(PersistenceSqlSnippet.Promoting());
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "host 1", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        string waiting = await SaveAsync(store, owner, "Contoso", 1500m, "approve", null, unlock: true);
        string stuck = await SaveAsync(store, owner, "Fabrikam", 10m, null, TimeSpan.Zero, unlock: true);
        file.Run($"UPDATE workflow_instance SET due = due - 600000000 WHERE instance_id = '{stuck}'");
        string held = await SaveAsync(store, owner, "Fabrikam", 20m, "pay", TimeSpan.FromMinutes(20), unlock: false);
        string failed = await SaveAsync(store, owner, "Fabrikam", 30m, null, null, unlock: false);
        await store.UnlockFailedAsync(owner, Guid.Parse(failed), InstanceSave.FirstLockVersion, "the disk is full", CancellationToken.None);

        object?[][][] found = [.. Blocks("sql").Take(10).Select(query => file.Read(query).ToArray())];
        Assert.Equal([("approve", "Approval", waiting), ("pay", "Approval", held)], found[0].Select(row => ((string)row[0]!, (string)row[1]!, (string)row[2]!)));
        Assert.Equal(waiting, Assert.Single(found[1])[0]);
        Assert.Equal([waiting, stuck, held, failed], found[2].Select(row => row[0]));
        Assert.Equal("[approve: Approval]", found[2][0][3]);
        Assert.Equal(stuck, Assert.Single(found[3])[0]);
        Assert.Equal([failed, 1L, "the disk is full", 0L], Assert.Single(found[4]).Where((_, column) => column != 3));
        Assert.Equal(waiting, Assert.Single(found[5])[0]);
        Assert.Equal([waiting, 1500L, "[approve: Approval]"], Assert.Single(found[6]));
        Assert.Equal(["Order", "1.2", "Idle", 4L], Assert.Single(found[7]));
        Assert.Equal([Environment.MachineName, "host 1", 1L], Assert.Single(found[8])[..3]);
        Assert.Equal([stuck, held], found[9].Select(row => row[0]));
    }

    [Fact]
    public async Task Diagnosis_OfTheDocument_FindsWhatItSays()
    {
        string[] queries = Blocks("sql");
        Assert.Equal(14, queries.Length);
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(PersistenceSqlSnippet.Promoting());
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "host 1", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        string held = await SaveAsync(store, owner, "Contoso", 1m, "approve", null, unlock: false);
        Assert.Empty(file.Read(queries[10]));
        Assert.Empty(file.Read(queries[11]));
        Assert.Empty(file.Read(queries[12]));
        Assert.Equal(["instance 1 3", "bookmark 1 0", "instance_key 0 0", "promoted 2 0", "message 0 0", "request 0 0", "owner 1 0", "definition 2 0"], file.Read(queries[13]).Select(row => $"{row[0]} {row[1]} {row[2]}"));
        file.Run("UPDATE workflow_owner SET lease_until = 1");
        Assert.Equal([owner.Id.ToString(), "host 1", Environment.MachineName, 1L], Assert.Single(file.Read(queries[10])));
        file.Run("DELETE FROM workflow_owner");
        Assert.Equal([held], Assert.Single(file.Read(queries[11])));
        file.Run("UPDATE workflow_instance SET lock_owner = NULL, runnable_at = 1767225600000000");
        Assert.Equal(["Order", "1.2", 1L, "2026-01-01T00:00:00.000Z"], Assert.Single(file.Read(queries[12])));
    }

    [Fact]
    public async Task Views_HaveTheColumnsOfTheDocument()
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
    public async Task Store_OfTheDocument_PurgesAndProtects()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions
        {
            StateProtector = new PersistenceSqlSnippet.AesProtector("2030", new Dictionary<string, byte[]> { ["2030"] = key }),
        });
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = "secret"u8.ToArray(), Unlock = true }, CancellationToken.None);
        Assert.Equal("secret"u8.ToArray(), (await store.LoadAsync(owner, id, CancellationToken.None)).State.ToArray());
        Assert.Equal(["2030", 34L], Assert.Single(file.Read("SELECT key_id, length(state) FROM workflow_instance")));
        file.Run("CREATE TABLE orders (instance_id TEXT)");
        await PersistenceSqlSnippet.SaveWithOrderAsync(store, owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle }, CancellationToken.None);
        Assert.Equal(1L, file.ReadValue("SELECT count(*) FROM orders o JOIN workflow_instances i ON i.instance_id = o.instance_id"));
        Assert.Equal(0, await PersistenceSqlSnippet.PurgeAsync(store, TimeSpan.FromDays(1), CancellationToken.None));
    }

    internal static async Task<string> SaveAsync(InstanceStore store, InstanceOwner owner, string customer, decimal total, string? bookmark, TimeSpan? dueIn, bool unlock)
    {
        Guid id = Guid.NewGuid();
        InstanceSave save = new()
        {
            InstanceId = id,
            Status = InstanceStatus.Idle,
            State = new byte[3],
            DefinitionIdentity = new WorkflowIdentity("Order", new Version(1, 2), null),
            Bookmarks = bookmark is null ? [] : [new SavedBookmark { Name = bookmark, OwnerDisplayName = "Approval" }],
            DueIn = dueIn,
            WriteOnlyValues = new Dictionary<XName, object?> { ["{urn:shop}Customer"] = customer, ["{urn:shop}Total"] = total },
            Unlock = unlock,
        };
        await store.SaveAsync(owner, save, CancellationToken.None);
        return id.ToString();
    }

    internal static string Document(string name) => File.ReadAllText(Path.Combine(Root, name));

    internal static string[] Blocks(string language) => [.. Regex.Matches(Page, $"```{language}\n(.*?)```", RegexOptions.Singleline).Select(match => match.Groups[1].Value)];

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

    /// <summary>A row of the table of options: names of properties, a default and a meaning.</summary>
    [GeneratedRegex(@"^\| (?<names>`[A-Z]\w+`(, `[A-Z]\w+`)*) \| [^|]+ \| [^|]+ \|$", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex OptionRow();
}
