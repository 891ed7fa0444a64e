using Workflow.Persistence.Sql.Tests.Transactions;

namespace Workflow.Persistence.Sql.Tests.Messages;

/// <summary>Tests of stored messages on SQLite.</summary>
public sealed class SqliteStoredMessageTests() : StoredMessageTests(static () => new ApplicationDatabase.Sqlite())
{
    protected override string WithoutConstraints => "PRAGMA ignore_check_constraints = ON;";

    protected override string Fill => $"""
        WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {Many})
        INSERT INTO workflow.message (instance_sid, kind, bookmark_name, received, content) SELECT 1, 0, 'many', 1, x'07' FROM c;
        UPDATE workflow.instance SET inbox = {Many} WHERE instance_sid = 1;
        """;

    protected override string HugeContent => "content = zeroblob(1001)";

    /// <summary>
    /// The damage of all databases, and values of wrong types, because SQLite columns accept values of any type. SQLite refuses null in columns that the
    /// schema declares NOT NULL.
    /// </summary>
    protected override string[] Damages =>
    [
        .. base.Damages.Except(["content = NULL"]),
        $"bookmark_name = '{new string('n', 801)}'",
        .. new[] { "kind", "received", "expires", "content", "bookmark_name" }.SelectMany(column => new[] { "x'00ff'", "1.5", "'wrong'", "9223372036854775807" }
            .Where(content => (column, content) is not (("content", "x'00ff'") or ("bookmark_name", "'wrong'")))
            .Select(content => $"{column} = {content}"))
            .Except(["bookmark_name = 1.5", "bookmark_name = 9223372036854775807"]),
    ];
}
