using System.Text.RegularExpressions;
using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Conformance;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>
/// Two schemas with the same rows: one whose tables have no constraints but uniqueness, so that a row can be damaged in any way, and one as the scripts make it, which says whether a
/// constraint refuses the damage.
/// </summary>
/// <param name="loose">The schema without constraints.</param>
/// <param name="strict">The schema as the scripts make it.</param>
internal sealed partial class DamagedDatabase(ServerStore loose, ServerStore strict) : IAsyncDisposable
{
    public static readonly Guid Damaged = Guid.Parse("11111111-1111-1111-1111-111111111111"), Healthy = Guid.Parse("22222222-2222-2222-2222-222222222222"),
        Held = Guid.Parse("33333333-3333-3333-3333-333333333333"), Key = Guid.Parse("44444444-4444-4444-4444-444444444444"), HealthyKey = Guid.Parse("55555555-5555-5555-5555-555555555555");

    /// <summary>In the order in which rows are put back.</summary>
    public static readonly string[] Tables = ["schema_version", "owner", "definition", "instance", "bookmark", "instance_key", "promoted"];

    private readonly Dictionary<string, (string Name, string Type)[]> _columns = [];

    public ServerStore Loose => loose;

    /// <summary>The number of the row that is damaged.</summary>
    public long Sid { get; private set; }

    /// <summary>Makes both schemas and their rows.</summary>
    public async Task PrepareAsync()
    {
        foreach (ServerStore tested in new[] { loose, strict })
        {
            await tested.InitializeAsync();

            // Long enough for everything that is done once in a period.
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
                .. (await loose.ReadAsync($"SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = '{loose.Schema}' AND table_name = '{table}' ORDER BY ordinal_position"))
                    .Select(row => ((string)row[0]!, (string)row[1]!)),
            ];
            await loose.RunAsync($"SELECT * INTO workflow.kept_{table} FROM workflow.{table}");
        }
    }

    public IReadOnlyList<(string Name, string Type)> ColumnsOf(string table) => _columns[table];

    /// <summary>Whether the schema of the scripts takes the damage too.</summary>
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

    /// <summary>Damages rows; false if the type of the column, or uniqueness, refuses it.</summary>
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

    /// <summary>Puts all rows back as they were.</summary>
    public Task RestoreAsync() => loose.RunAsync(string.Concat(Tables.Select(table =>
    {
        string columns = string.Join(", ", _columns[table].Select(column => column.Name));
        return $"DELETE FROM workflow.{table}; INSERT INTO workflow.{table} ({columns}) SELECT {columns} FROM workflow.kept_{table}; ";
    })));

    /// <summary>The leases of all owners are over.</summary>
    public Task EndLeasesAsync() => loose.RunAsync("UPDATE workflow.owner SET lease_until = workflow.store_time()");

    /// <summary>A server can translate each procedure anew for each session, which takes seconds, and half a minute on a machine that is busy: no call may end by that.</summary>
    public static SqlInstanceStoreOptions Options() =>
        new SqlInstanceStoreOptions { StateEncoding = StateEncoding.GZip, MaxRetries = 0, CommandTimeout = TimeSpan.FromSeconds(90) }.Promote("P", columns => columns.Text("text"));

    public static Task<InstanceOwner> OwnerAsync(SqlInstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "o", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        await loose.DisposeAsync();
        await strict.DisposeAsync();
    }

    /// <summary>Removes constraints from the tables of a script: checks, 'NOT NULL' of all but numbers that identify a row, and numbers that only the server gives. Keys become unique.</summary>
    public static string WithoutConstraints(string script) => IdentityInsert().Replace(
        Table().Replace(
            script,
            static table => ServerNumber().Replace(NotNull().Replace(Check().Replace(table.Value, string.Empty), "NULL"), NextTurn).Replace("PRIMARY KEY", "UNIQUE", StringComparison.Ordinal)),
        string.Empty);

    /// <summary>What takes the place of a number that the server gives, in the words of PostgreSQL or of SQL Server.</summary>
    private static string NextTurn(Match number) => number.ValueSpan.StartsWith('G') ? "DEFAULT (nextval('workflow.turn'))" : "DEFAULT (NEXT VALUE FOR workflow.turn)";

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

    /// <summary>From the first check on, nothing else follows.</summary>
    [GeneratedRegex(@",\s*(CONSTRAINT \w+ )?CHECK [\s\S]*?(?=\r?\n\))")]
    private static partial Regex Check();
}
