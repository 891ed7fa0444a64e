using System.Text.RegularExpressions;
using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Conformance;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>
/// Two schemas with the same rows. In the first schema, the tables have unique constraints only, so that tests can damage rows in almost any way. The
/// second schema is created by the unchanged scripts, and shows whether constraints refuse the damage.
/// </summary>
/// <param name="loose">The schema without constraints.</param>
/// <param name="strict">The schema that the unchanged scripts create.</param>
internal sealed partial class DamagedDatabase(ServerStore loose, ServerStore strict) : IAsyncDisposable
{
    public static readonly Guid Damaged = Guid.Parse("11111111-1111-1111-1111-111111111111"), Healthy = Guid.Parse("22222222-2222-2222-2222-222222222222"),
        Held = Guid.Parse("33333333-3333-3333-3333-333333333333"),
        Key = Guid.Parse("44444444-4444-4444-4444-444444444444"),
        HealthyKey = Guid.Parse("55555555-5555-5555-5555-555555555555");

    /// <summary>The tables, in the order in which their rows are restored.</summary>
    public static readonly string[] Tables = ["schema_version", "owner", "definition", "instance", "bookmark", "instance_key", "promoted"];

    private readonly Dictionary<string, (string Name, string Type)[]> _columns = [];

    public ServerStore Loose => loose;

    /// <summary>The internal number of the damaged instance.</summary>
    public long Sid { get; private set; }

    /// <summary>Creates both schemas and their rows.</summary>
    public async Task PrepareAsync()
    {
        foreach (ServerStore tested in new[] { loose, strict })
        {
            await tested.InitializeAsync();

            // Advances the clock, so that all work that stores do once in a period is due.
            await tested.PassAsync(TimeSpan.FromHours(1));
            SqlInstanceStore store = tested.Create(Options());
            InstanceOwner first = await OwnerAsync(store), second = await OwnerAsync(store);
            await store.SaveAsync(first, Save(Damaged, Key, unlock: true), CancellationToken.None);
            await store.SaveAsync(second, Save(Healthy, HealthyKey, unlock: true), CancellationToken.None);
            await store.SaveAsync(first, Save(Held, Guid.NewGuid(), unlock: false), CancellationToken.None);
        }

        Sid = (long)(await loose.ReadValueAsync($"SELECT instance_sid FROM workflow.instance WHERE instance_id = '{Damaged}'"))!;
        foreach (string table in Tables)
        {
            _columns[table] =
            [
                .. (await loose.ReadAsync(
                    $"SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = '{loose.Schema}' AND table_name = '{table}' ORDER BY ordinal_position"))
                    .Select(row => ((string)row[0]!, (string)row[1]!)),
            ];
            await loose.RunAsync($"SELECT * INTO workflow.kept_{table} FROM workflow.{table}");
        }
    }

    public IReadOnlyList<(string Name, string Type)> ColumnsOf(string table) => _columns[table];

    /// <summary>Returns true if the schema of the unchanged scripts also accepts the damage. The damage is rolled back.</summary>
    public async Task<bool> IsTakenByStrictAsync(string damage)
    {
        try
        {
            await strict.RunAsync($"BEGIN TRANSACTION; {damage}; ROLLBACK TRANSACTION");
            return true;
        }
        catch (System.Data.Common.DbException)
        {
            return false;
        }
    }

    /// <summary>Damages rows. Returns false if the type of the column or a unique constraint refuses the damage.</summary>
    public async Task<bool> TryDamageAsync(string damage)
    {
        try
        {
            await loose.RunAsync(damage);
            return true;
        }
        catch (System.Data.Common.DbException)
        {
            return false;
        }
    }

    /// <summary>Restores all rows.</summary>
    public Task RestoreAsync() => loose.RunAsync(string.Concat(Tables.Select(table =>
    {
        string columns = string.Join(", ", _columns[table].Select(column => column.Name));
        return $"DELETE FROM workflow.{table}; INSERT INTO workflow.{table} ({columns}) SELECT {columns} FROM workflow.kept_{table}; ";
    })));

    /// <summary>Ends the leases of all owners.</summary>
    public Task EndLeasesAsync() => loose.RunAsync("UPDATE workflow.owner SET lease_until = workflow.store_time()");

    /// <summary>Creates options with a long command timeout, because the first call of a session can take half a minute on a busy machine.</summary>
    public static SqlInstanceStoreOptions Options() =>
        new()
        {
            StateEncoding = StateEncoding.GZip,
            MaxRetryAttempts = 0,
            CommandTimeout = TimeSpan.FromSeconds(90),
            Promotions = { ["P"] = new() { Texts = { "text" } } },
        };

    public static Task<InstanceOwner> OwnerAsync(SqlInstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "o", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        await loose.DisposeAsync();
        await strict.DisposeAsync();
    }

    /// <summary>
    /// Removes constraints from the tables of a script. Check constraints are removed, columns become nullable except those with generated numbers,
    /// generated numbers become default values, and primary keys become unique constraints.
    /// </summary>
    public static string WithoutConstraints(string script) => IdentityInsert().Replace(
        Table().Replace(
            script,
            static table => ServerNumber()
                .Replace(NotNull().Replace(Check().Replace(table.Value, string.Empty), "NULL"), NextTurn)
                .Replace("PRIMARY KEY", "UNIQUE", StringComparison.Ordinal)),
        string.Empty);

    /// <summary>Returns the default value that replaces a generated number, in the syntax of PostgreSQL or of SQL Server.</summary>
    private static string NextTurn(Match number) =>
        number.ValueSpan.StartsWith('G') ? "DEFAULT (nextval('workflow.turn'))" : "DEFAULT (NEXT VALUE FOR workflow.turn)";

    private static InstanceSave Save(Guid id, Guid key, bool unlock) => new()
    {
        InstanceId = id,
        Status = InstanceStatus.Executing,
        State = id.ToByteArray(),
        DefinitionIdentity = new WorkflowIdentity(id == Healthy ? "Healthy" : "Damaged", new Version(1, 0), "package"),
        DueIn = TimeSpan.Zero,
        Bookmarks = [new SavedBookmark { Name = "b", OwnerDisplayName = "B", ScopeId = Guid.NewGuid() }],
        KeysAdded = [key],
        InitialValues = new Dictionary<XName, object?> { ["initial"] = 1L },
        WriteOnlyValues = new Dictionary<XName, object?> { ["text"] = "a" },
        Unlock = unlock,
    };

    [GeneratedRegex(@"CREATE TABLE [^;]*;", RegexOptions.NonBacktracking)]
    private static partial Regex Table();

    [GeneratedRegex(@"(?<!IDENTITY\(1, 1\) )NOT NULL(?! GENERATED| DEFAULT nextval)")]
    private static partial Regex NotNull();

    [GeneratedRegex(@"GENERATED (ALWAYS|BY DEFAULT) AS IDENTITY|IDENTITY\(1, 1\)", RegexOptions.NonBacktracking)]
    private static partial Regex ServerNumber();

    [GeneratedRegex(@"SET IDENTITY_INSERT [^;]*;", RegexOptions.NonBacktracking)]
    private static partial Regex IdentityInsert();

    /// <summary>Matches the first check constraint of a table and the rest of the table, which has check constraints only.</summary>
    [GeneratedRegex(@",\s*(CONSTRAINT \w+ )?CHECK [\s\S]*?(?=\r?\n\))")]
    private static partial Regex Check();
}
