using System.Globalization;
using System.Text.RegularExpressions;
using Workflow.Persistence.Conformance;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Documents;

/// <summary>Runs the queries of the page persistence-sql.md, exactly as the page contains them, on instances in each state.</summary>
public abstract partial class DocumentQueryTests : IAsyncLifetime
{
    private const string Sizes = "The rows and the size of each table.";
    private const string FiveMinutes = "Instances that have been runnable for five minutes";

    private readonly TestedStore _tested;
    private readonly QueriedInstances _instances;

    private protected DocumentQueryTests(TestedStore tested, InstanceStore store)
    {
        _tested = tested;
        _instances = new QueriedInstances(store, tested);
    }

    /// <summary>
    /// For each query: the beginning of the text above the query, and the expected rows. In the rows, the name of a state stands for the id of its
    /// instance, and 't' stands for a time.
    /// </summary>
    public static TheoryData<string, string[]> Expected => new()
    {
        {
            "What waits for whom, and since when:", [
                "approve|Approval|waiting|t", "approve|Approval|waiting twice|t", "pay|Approval|waiting twice|t",
                "approve|Approval|message for no bookmark|t", "pay|Approval|message for its bookmark|t", "approve|Approval|suspect|t",
                "ship|Approval|held by a dead host|t", "ship|Approval|held by nobody|t", "pay|Approval|loaded|t", "approve|Approval|failed|t",
                "ship|Approval|failed and tried again|t", "approve|Approval|suspended by an operator|t"]
        },
        {
            "The instances that wait at one bookmark:", [
                "waiting|t", "waiting twice|t", "message for no bookmark|t", "suspect|t", "failed|t", "suspended by an operator|t"]
        },
        {
            "The oldest instances that have not completed:", [
                .. Waiting("waiting", "[approve: Approval]"), .. Waiting("waiting twice", "[approve: Approval]/[pay: Approval]"), .. Waiting("timer"),
                .. Waiting("later timer"), .. Waiting("overdue"), .. Waiting("runnable"), .. Waiting("message for no bookmark", "[approve: Approval]"),
                .. Waiting("message for its bookmark", "[pay: Approval]"), .. Waiting("suspect", "[approve: Approval]"),
                .. Waiting("held by a dead host", "[ship: Approval]"), .. Waiting("held by nobody", "[ship: Approval]"), .. Waiting("running"),
                .. Waiting("loaded", "[pay: Approval]"), .. Waiting("given back"), .. Waiting("failed", "[approve: Approval]"), .. Waiting("failed twice"),
                .. Waiting("failed and tried again", "[ship: Approval]"), .. Waiting("failed and released"), .. Waiting("suspended by failures"),
                .. Waiting("suspended by an operator", "[approve: Approval]")]
        },
        { "Stuck instances,", ["failed twice|t|the disk is full", "held by a dead host|t|-", "held by nobody|t|-", "overdue|t|-"] },
        {
            "Instances that failed since their last save,", [
                "suspended by failures|4|0|the disk is full|-|1", "suspended by an operator|0|0|ask Kim|-|1",
                "failed and tried again|3|0|the disk is full|t|0", "failed twice|2|0|the disk is full|t|0", "failed|1|0|the disk is full|t|0",
                "suspect|0|1|The owner 'dead host' (dead host) disappeared before it saved the instance.|t|0"]
        },
        { "Instances with a promoted text:", ["waiting"] },
        { "Large orders,", ["waiting twice|2000|[approve: Approval]/[pay: Approval]", "waiting|1500|[approve: Approval]"] },
        {
            "Instances for each version of a definition and each status:", [
                "closed|1.2|Canceled|1", "closed|1.2|Closed|1", "ended by an operator|1.2|Faulted|2", "failed and released|1.2|Idle|1",
                "failed and tried again|1.2|Idle|1", "failed twice|1.2|Idle|1", "failed|1.2|Idle|1", "given back|1.2|Executing|1",
                "held by a dead host|1.2|Idle|1", "held by nobody|1.2|Idle|1", "later timer|1.2|Idle|1", "loaded|1.2|Idle|1",
                "message for its bookmark|1.2|Idle|1", "message for no bookmark|1.2|Idle|1", "overdue|1.2|Idle|1", "runnable|1.2|Executing|1",
                "running|1.2|Executing|1", "suspect|1.2|Idle|1", "suspended by an operator|1.2|Idle|1", "suspended by failures|1.2|Idle|1",
                "timer|1.2|Idle|1", "waiting twice|1.2|Idle|1", "waiting|1.2|Idle|1"]
        },
        { "What each host works on now:", ["this machine|host 1|3|t"] },
        {
            "Timers that are due in the next hour,", [
                "overdue|t|0", "held by a dead host|t|0", "held by nobody|t|0", "loaded|t|0", "failed twice|t|0", "suspended by failures|t|1", "timer|t|0",
                "suspended by an operator|t|1"]
        },
        { "Owners whose leases are over and that still hold instances:", ["host 2|host 2|this machine|1"] },
        { "Locks of owners that do not exist:", ["held by nobody"] },
        { FiveMinutes, ["message for its bookmark|1.2|1|t", "overdue|1.2|1|t", "runnable|1.2|1|t", "suspect|1.2|1|t"] },
    };

    /// <summary>The statement that extends the lease of the owner 'host 1' by one hour, because some queries use the real time of the server.</summary>
    protected abstract string LongLease { get; }

    /// <summary>The expected rows of the query for sizes, without the values that vary.</summary>
    protected virtual string[] ExpectedSizes =>
        ["bookmark|12|0", "definition|23|0", "instance_key|0|0", "instance|24|72", "message|2|10", "owner|2|0", "promoted|48|0", "request|2|0"];

    public async Task InitializeAsync()
    {
        await InitializeStoreAsync();
        await _instances.CreateAsync();
        await ReadAsync(LongLease);
        await ReadAsync($"DELETE FROM {Prefix}owner WHERE name = 'host 3'");
    }

    public virtual Task DisposeAsync() => _tested.DisposeAsync();

    [Theory]
    [MemberData(nameof(Expected))]
    public async Task DocumentQuery_ReturnsExpectedRows(string title, string[] expected)
    {
        string query = QueryOf(title);
        string[] found = [.. (await ReadAsync(query)).Select(RowText)];
        if (!query.Contains("ORDER BY", StringComparison.Ordinal))
        {
            Array.Sort(found, StringComparer.Ordinal);
        }

        Assert.Equal(expected, found);
    }

    [Fact]
    public async Task DocumentSizesQuery_CountsEachTable() =>
        Assert.Equal(ExpectedSizes, (await ReadAsync(QueryOf(Sizes))).Select(row => SizeText([.. row.Select(ValueText)])).Order(StringComparer.Ordinal));

    [Fact]
    public void DocumentQueries_AreAllTested()
    {
        string[] titles = [.. Expected.Select(row => (string)row[0]), Sizes];
        Assert.Equal(titles.Length, PersistenceSqlTests.Blocks("sql").Length);
        Assert.Equal(titles.Length, titles.Select(QueryOf).Distinct().Count());
        Assert.All(
            PersistenceSqlTests.Blocks(Language),
            own => Assert.Contains(titles, title => QueryOf(title).Contains(own.Trim(), StringComparison.Ordinal)));
    }

    /// <summary>Creates the schema and a clock for the store that shows the time of the first save.</summary>
    protected abstract Task InitializeStoreAsync();

    protected abstract Task<List<object?[]>> ReadAsync(string query);

    /// <summary>The language of the code blocks that the page has only for this database.</summary>
    protected abstract string Language { get; }

    /// <summary>The prefix of the names of tables and views.</summary>
    protected abstract string Prefix { get; }

    /// <summary>Returns the query that the page has only for this database. Null if the page has one query for all databases.</summary>
    protected abstract string? OwnQuery(string title);

    protected static string Own(string language, string part) =>
        Assert.Single(PersistenceSqlTests.Blocks(language), block => block.Contains(part, StringComparison.Ordinal));

    protected virtual string SizeText(string[] row) => string.Join('|', row);

    private static SqlInstanceStoreOptions Promoting()
    {
        SqlInstanceStoreOptions options = PersistenceSqlSnippet.Promoting();
        options.CompletionAction = InstanceCompletionAction.DeleteNothing;
        return options;
    }

    private static string[] Waiting(string state, string bookmarks = "-") => [$"{state}|{state}|t|{bookmarks}"];

    private string QueryOf(string title)
    {
        Match above = Assert.Single(
            Titled().Matches(PersistenceSqlTests.Document("docs/host/persistence-sql.md").ReplaceLineEndings("\n")),
            match => match.Groups["title"].Value.StartsWith(title, StringComparison.Ordinal));
        return OwnQuery(title) ?? above.Groups["query"].Value.Replace("workflow_", Prefix, StringComparison.Ordinal);
    }

    private string RowText(object?[] row) => string.Join('|', row.Select(ValueText));

    private string ValueText(object? value) => value switch
    {
        null => "-",
        DateTime => "t",
        bool flag => flag ? "1" : "0",
        IFormattable number and not Guid => number.ToString("0.##", CultureInfo.InvariantCulture),
        _ when Time().IsMatch($"{value}") => "t",
        _ => _instances.Ids
            .Aggregate(
                $"{value}".Replace("\n", "/", StringComparison.Ordinal),
                (text, known) => text.Replace($"{known.Value}", known.Key, StringComparison.OrdinalIgnoreCase))
            .Replace(Environment.MachineName, "this machine", StringComparison.Ordinal),
    };

    [GeneratedRegex("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$")]
    private static partial Regex Time();

    /// <summary>Matches a query and the paragraph above it.</summary>
    [GeneratedRegex("(?<=\n\n)(?<title>[^`\n][^\n]*(\n[^\n]+)*)\n\n```sql\n(?<query>[^`]*)```", RegexOptions.ExplicitCapture)]
    private static partial Regex Titled();

    public sealed class Sqlite : DocumentQueryTests
    {
        private readonly SqliteStore _sqlite;

        public Sqlite()
            : this(new SqliteStore(TimeProvider.System.GetUtcNow() - QueriedInstances.Age))
        {
        }

        private Sqlite(SqliteStore sqlite)
            : base(sqlite, sqlite.Create(Promoting()))
        {
            _sqlite = sqlite;
        }

        protected override string LongLease => "UPDATE workflow_owner SET lease_until = lease_until + 3600000000 WHERE name = 'host 1'";

        protected override string Language => "none";

        protected override string Prefix => "workflow_";

        protected override Task InitializeStoreAsync() => Task.CompletedTask;

        protected override Task<List<object?[]>> ReadAsync(string query) => Task.FromResult(_sqlite.Files[0].Read(query));

        protected override string? OwnQuery(string title) => null;
    }

    public abstract class Server : DocumentQueryTests
    {
        private readonly ServerStore _server;

        private protected Server(ServerStore server)
            : base(server, server.Create(Promoting()))
        {
            _server = server;
        }

        protected override string Prefix => "workflow.";

        /// <summary>The statement that sets the clock of the store to the time of the first save.</summary>
        protected abstract string FirstTime { get; }

        protected override async Task InitializeStoreAsync()
        {
            await _server.InitializeAsync();
            await _server.RunAsync(FirstTime);
        }

        protected override Task<List<object?[]>> ReadAsync(string query) =>
            _server.ReadAsync(query.Replace("'workflow'", $"'{_server.Schema}'", StringComparison.Ordinal));
    }

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : Server(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>
    {
        protected override string LongLease => "UPDATE workflow.owner SET lease_until = lease_until + interval '1 hour' WHERE name = 'host 1'";

        protected override string FirstTime =>
            FormattableString.Invariant($"UPDATE workflow.test_clock SET now = now() - interval '{QueriedInstances.Age.TotalMinutes} minutes'");

        protected override string Language => "pgsql";

        /// <summary>The names of the tables only, because the server estimates the numbers of rows and updates them later.</summary>
        protected override string[] ExpectedSizes =>
            ["bookmark", "definition", "instance", "instance_key", "message", "owner", "promoted", "request", "schema_version", "test_clock"];

        protected override string? OwnQuery(string title) => title switch
        {
            "Stuck instances," => Own(Language, "owner_id IS NULL"),
            "Timers that are due in the next hour," => Own(Language, "'1 hour'"),
            "Owners whose leases are over and that still hold instances:" => Own(Language, "lease_until <="),
            FiveMinutes => Own(Language, "runnable_at <"),
            Sizes => Own(Language, "table_name"),
            _ => null,
        };

        protected override string SizeText(string[] row)
        {
            Assert.True(
                long.Parse(row[2], CultureInfo.InvariantCulture) > 0
                && long.Parse(row[3], CultureInfo.InvariantCulture) >= long.Parse(row[4], CultureInfo.InvariantCulture));
            return row[0];
        }
    }

    public sealed class SqlServer(SqlServerTestDatabase database) : Server(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>
    {
        protected override string LongLease => "UPDATE workflow.owner SET lease_until = lease_until + 3600000000 WHERE name = 'host 1'";

        protected override string FirstTime => FormattableString.Invariant(
            $"UPDATE workflow.test_clock SET now = DATEDIFF_BIG(microsecond, '1970-01-01', SYSUTCDATETIME()) - {QueriedInstances.Age.Ticks / TimeSpan.TicksPerMicrosecond}");

        protected override string Language => "tsql";

        protected override string? OwnQuery(string title) => title switch
        {
            "The oldest instances that have not completed:" => Own(Language, "TOP (20)"),
            "Stuck instances," => Own(Language, "owner_id IS NULL"),
            "Timers that are due in the next hour," => Own(Language, "DATEADD(hour, 1"),
            "Owners whose leases are over and that still hold instances:" => Own(Language, "lease_until <="),
            FiveMinutes => Own(Language, "runnable_at <"),
            Sizes => Own(Language, "table_name"),
            _ => null,
        };
    }
}
