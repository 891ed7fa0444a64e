using System.Text.RegularExpressions;
using Microsoft.Data.Sqlite;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Querying;

/// <summary>No statement that hosts run often may read a whole table that grows with the number of instances.</summary>
public sealed partial class SqliteQueryPlanTests(SqliteQueryPlanTests.FilledFile filled) : IClassFixture<SqliteQueryPlanTests.FilledFile>
{
    private const int Instances = 100_000;

    /// <summary>The script files with the statements that hosts run often.</summary>
    private static readonly string[] Files = ["Saving", "Loading", "Owners", "Messages"];

    [Fact]
    public void Statements_ManyInstances_UseIndex()
    {
        List<string> scans = [];
        int explained = 0;
        foreach ((string name, string text) in Statements())
        {
            explained++;
            scans.AddRange(Plan(text).Where(IsScan).Select(step => $"{name}: {step}"));
        }

        Assert.InRange(explained, 25, int.MaxValue);
        Assert.Empty(scans);
    }

    [Fact]
    public void StoreQueries_ManyInstances_UseIndex()
    {
        SqliteQuerying querying = new(new SqliteDatabase(filled.File.Source, new SqlInstanceStoreOptions()));
        foreach (InstanceQuery query in new InstanceQuery[]
        {
            new() { BookmarkName = "b" }, new() { InstanceIds = [Guid.NewGuid()] }, new() { IsSuspended = true }, new() { Key = Guid.NewGuid() },
            new() { BookmarkName = "b", Statuses = [InstanceStatus.Idle] },
        })
        {
            Assert.DoesNotContain(Plan(querying.Text(query, isLaterPage: false)), IsScan);
            Assert.DoesNotContain(
                Plan(querying.Text(query, isLaterPage: true)),
                step => IsScan(step) || step.Contains("TEMP B-TREE", StringComparison.Ordinal) && query.BookmarkName is not null);
        }
    }

    [Theory]
    [InlineData("SELECT instance_id, since FROM workflow_active_bookmarks WHERE bookmark_name = 'b77' ORDER BY since")]
    [InlineData("SELECT instance_id FROM workflow_promoted_properties WHERE promotion = 'P' AND name = 'n' AND number_value BETWEEN 5 AND 7")]
    [InlineData("SELECT instance_id FROM workflow_promoted_properties WHERE promotion = 'P' AND name = 't' AND text_value = 't9'")]
    [InlineData("SELECT * FROM workflow_instances WHERE instance_id = '01234567-89ab-cdef-0123-456789abcdef'")]
    [InlineData("SELECT * FROM workflow_messages WHERE instance_id = '01234567-89ab-cdef-0123-456789abcdef' ORDER BY sequence")]
    [InlineData(
        "SELECT i.* FROM workflow_promoted_properties p JOIN workflow_instances i ON i.instance_id = p.instance_id WHERE p.promotion = 'P' AND p.name = 'n' AND p.number_value > 99990")]
    public void Views_ManyInstances_UseIndex(string query)
    {
        Assert.DoesNotContain(Plan(query), IsScan);
    }

    [Fact]
    public void Plan_WithScan_IsReported()
    {
        Assert.Contains(Plan("SELECT * FROM workflow_instance WHERE last_failure = 'x'"), IsScan);
    }

    /// <summary>
    /// Returns true if a step of a plan scans a growing table. Scans of owners and definitions, which are few, and of JSON parameters are allowed.
    /// </summary>
    private static bool IsScan(string step) => Scan().IsMatch(step) && !step.Contains("INDEX", StringComparison.Ordinal);

    private static IEnumerable<(string Name, string Text)> Statements()
    {
        ScriptFolder scripts = new("Sqlite", "workflow");
        foreach (string file in Files)
        {
            using StreamReader reader = new(typeof(ScriptFolder).Assembly.GetManifestResourceStream($"Engines/Sqlite/{file}.sql")!);
            foreach (Match statement in StatementName().Matches(reader.ReadToEnd()))
            {
                yield return (statement.Groups["name"].Value, scripts[statement.Groups["name"].Value]);
            }
        }
    }

    private List<string> Plan(string text)
    {
        using SqliteConnection connection = new(filled.File.ConnectionString);
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = "EXPLAIN QUERY PLAN " + text;
        foreach (string parameter in Parameter().Matches(text).Select(match => match.Value).Distinct())
        {
            command.Parameters.AddWithValue(parameter, parameter is "@definitions" or "@skipped" or "@ids" or "@statuses" or "@consumed" ? "[]" : 1L);
        }

        using SqliteDataReader reader = command.ExecuteReader();
        List<string> steps = [];
        while (reader.Read())
        {
            steps.Add(reader.GetString(3));
        }

        // A step that reads the result of a subquery looks like the scan of a table. It is removed, because the steps of the subquery itself show how the
        // subquery reads the table.
        foreach (string producer in steps.FindAll(static step => step.StartsWith("CO-ROUTINE ", StringComparison.Ordinal)))
        {
            steps.Remove("SCAN " + producer["CO-ROUTINE ".Length..]);
        }

        return steps;
    }

    [GeneratedRegex(@"^SCAN (TABLE )?(workflow_)?(instance|bookmark|instance_key|promoted|message|request|i|r|b|p|k|e|m)\b", RegexOptions.ExplicitCapture)]
    private static partial Regex Scan();

    [GeneratedRegex(@"^-- statement: (?<name>\w+)", RegexOptions.Multiline)]
    private static partial Regex StatementName();

    [GeneratedRegex(@"@\w+")]
    private static partial Regex Parameter();

    /// <summary>A file with waiting instances, each with a bookmark, a key, two promoted values, a message and a request.</summary>
    public sealed class FilledFile : IAsyncLifetime
    {
        internal SqliteFile File { get; } = new();

        public async Task InitializeAsync()
        {
            await File.StoreAsync();
            File.Run($"""
                CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {Instances}) SELECT i FROM c;
                INSERT INTO workflow_instance (instance_sid, instance_id, definition_id, status, lock_version, turn, created, updated, due, runnable_at, encoding, state_size, state_check, state)
                    SELECT i, lower(hex(randomblob(16))), 0, 1, 1, i, i, i, i * 1000000000, i * 1000000000, 0, 0, 0, x'' FROM n;
                INSERT INTO workflow_bookmark SELECT i, 0, 'b' || (i % 1000), 'B', NULL, i FROM n;
                INSERT INTO workflow_instance_key SELECT randomblob(16), i FROM n;
                INSERT INTO workflow_promoted (instance_sid, promotion, name, is_initial, number_value) SELECT i, 'P', 'n', 0, i FROM n;
                INSERT INTO workflow_promoted (instance_sid, promotion, name, is_initial, text_value) SELECT i, 'P', 't', 0, 't' || i FROM n;
                INSERT INTO workflow_message (instance_sid, kind, bookmark_name, received, content) SELECT i, 0, 'b', i, x'' FROM n;
                INSERT INTO workflow_request (request_id, is_start, instance_id, sequence, at) SELECT randomblob(16), 0, 'i', i, i FROM n;
                """);
        }

        public async Task DisposeAsync() => await File.DisposeAsync();
    }
}
