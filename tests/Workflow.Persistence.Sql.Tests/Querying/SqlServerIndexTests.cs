using System.Text.RegularExpressions;

namespace Workflow.Persistence.Sql.Tests.Querying;

/// <summary>
/// Each statement that hosts run on SQL Server must find the rows of a table that grows with the number of instances by the first column of an index. The
/// tests read the statements and need no server. They prove that an index exists for each statement, not that a server uses the index.
/// </summary>
public sealed partial class SqlServerIndexTests
{
    private static readonly string[] Files = ["Saving", "Loading", "Owners", "Messages"];

    /// <summary>
    /// The first columns of the indexes of each table. The index of suspended instances does not count, because its only column has one value.
    /// </summary>
    private static readonly ILookup<string, string> FirstColumns = IndexesOf(Script())
        .Where(index => index.Column != "is_suspended")
        .ToLookup(index => index.Table, index => index.Column);

    [Fact]
    public void SchemaIndexes_AreFound()
    {
        Assert.Equal(["completed", "definition_id", "instance_id", "instance_sid", "lock_owner"], FirstColumns["instance"].Order(StringComparer.Ordinal));
        Assert.Equal(["instance_sid", "name"], FirstColumns["bookmark"].Order(StringComparer.Ordinal));
        Assert.Equal(["instance_sid", "key_id"], FirstColumns["instance_key"].Order(StringComparer.Ordinal));
        Assert.Equal(["for_owner", "instance_sid"], FirstColumns["message"].Order(StringComparer.Ordinal));
        Assert.Equal(["at", "request_id"], FirstColumns["request"].Order(StringComparer.Ordinal));
        Assert.Equal(["instance_sid", "promotion"], FirstColumns["promoted"].Distinct().Order(StringComparer.Ordinal));
    }

    [Fact]
    public void HostStatements_UseIndexedColumns()
    {
        string[] texts = [.. Texts()];
        Assert.InRange(texts.Sum(text => Access().Count(text)), 60, int.MaxValue);
        Assert.Empty(texts.SelectMany(ReadsWithoutIndex));
    }

    [Theory]
    [InlineData("SELECT 1 FROM workflow.instance i WHERE i.last_failure = N'x'")]
    [InlineData("UPDATE workflow.instance SET lock_owner = NULL WHERE instance.status = 0")]
    [InlineData("UPDATE workflow.instance SET runnable_at = CASE WHEN instance.lock_owner IS NULL THEN 1 END WHERE instance.turn = 1")]
    [InlineData("DELETE FROM workflow.bookmark WHERE ordinal = 1")]
    [InlineData("SELECT 1 FROM workflow.instance i WHERE i.instance_sid = 1; SELECT 1 FROM workflow.instance i")]
    [InlineData("SELECT 1 FROM workflow.message m JOIN workflow.instance i ON i.instance_id = @id AND m.sequence > 1")]
    public void Statement_WithoutIndex_IsReported(string text) => Assert.Single(ReadsWithoutIndex(text));

    private static IEnumerable<string> ReadsWithoutIndex(string text)
    {
        foreach (string statement in text.Split(';'))
        {
            foreach (Match access in Access()
                .Matches(statement)
                .Where(access => !FirstColumns[access.Groups["table"].Value].Any(column => IsAsked(statement, access, column))))
            {
                yield return $"{access.Value}: {statement}";
            }
        }
    }

    private static bool IsAsked(string statement, Match access, string column)
    {
        string table = access.Groups["table"].Value;
        string name = access.Groups["alias"] is { Success: true } alias
            ? alias.Value + @"\."
            : access.Value.StartsWith("DELETE", StringComparison.Ordinal) ? $@"(?:(?<![\w.@])|\b{table}\.)" : table + @"\.";
        string asked = $@"(?<![\w@]){name}{column}\b";
        return Regex.IsMatch(statement, $@"{asked}\s*(?:[=<>]|IN\b|IS NOT NULL)|[=<>]\s*{asked}", RegexOptions.ExplicitCapture);
    }

    private static IEnumerable<string> Texts()
    {
        ScriptFolder scripts = new("SqlServer", "workflow");
        foreach (string file in Files)
        {
            using StreamReader reader = new(typeof(ScriptFolder).Assembly.GetManifestResourceStream($"Engines/SqlServer/{file}.sql")!);
            foreach (Match statement in StatementName().Matches(reader.ReadToEnd()))
            {
                yield return Comment().Replace(scripts[statement.Groups["name"].Value], string.Empty);
            }
        }

        foreach (string part in Script().Split("\nGO\n").Where(part => part.Contains("CREATE PROCEDURE", StringComparison.Ordinal)))
        {
            yield return part;
        }
    }

    private static IEnumerable<(string Table, string Column)> IndexesOf(string script)
    {
        foreach (Match index in Index().Matches(script))
        {
            yield return (index.Groups["table"].Value, index.Groups["column"].Value);
        }

        foreach (Match table in Table().Matches(script))
        {
            yield return (table.Groups["table"].Value, PrimaryKey().Match(table.Value).Groups["column"].Value);
        }
    }

    private static string Script() =>
        Comment().Replace(string.Concat(new ScriptFolder("SqlServer", "workflow").Versions).ReplaceLineEndings("\n"), string.Empty);

    [GeneratedRegex(
        @"(DELETE FROM|FROM|JOIN|UPDATE)\s+workflow\.(?<table>instance|bookmark|instance_key|promoted|message|request)\b(\s+(?<alias>[a-z]\w*))?",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Access();

    [GeneratedRegex(@"CREATE (UNIQUE )?INDEX \w+ ON workflow\.(?<table>\w+) \((?<column>\w+)", RegexOptions.ExplicitCapture)]
    private static partial Regex Index();

    [GeneratedRegex(@"CREATE TABLE workflow\.(?<table>\w+) \(.*?\n\);", RegexOptions.ExplicitCapture | RegexOptions.Singleline)]
    private static partial Regex Table();

    [GeneratedRegex(@"\n    (PRIMARY KEY \((?<column>\w+)|(?<column>\w+) [^\n]*PRIMARY KEY)", RegexOptions.ExplicitCapture)]
    private static partial Regex PrimaryKey();

    [GeneratedRegex(@"^-- statement: (?<name>\w+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex StatementName();

    [GeneratedRegex("--[^\n]*")]
    private static partial Regex Comment();
}
