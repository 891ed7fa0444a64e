using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Messages;

/// <summary>Tests of stored messages on SQL Server.</summary>
public sealed class SqlServerStoredMessageTests(SqlServerTestDatabase database)
    : StoredMessageTests(() => On(database, Edited)), IClassFixture<SqlServerTestDatabase>
{
    /// <summary>The number of messages, reduced because calls to a remote server take many times as long as calls to the other databases.</summary>
    protected override int Many => 20_000;

    protected override string WithoutConstraints =>
        """
        ALTER TABLE workflow.message DROP CONSTRAINT IF EXISTS message_kind;
        ALTER TABLE workflow.message DROP CONSTRAINT IF EXISTS message_times;
        """;

    protected override string Fill => $"""
        WITH digit AS (SELECT value AS d FROM STRING_SPLIT('0,1,2,3,4,5,6,7,8,9', ','))
        INSERT INTO workflow.message (instance_sid, kind, bookmark_name, received, content)
        SELECT TOP ({Many}) 1, 0, 'many', 1, 0x07 FROM digit a CROSS JOIN digit b CROSS JOIN digit c CROSS JOIN digit d CROSS JOIN digit e;
        UPDATE workflow.instance SET inbox = {Many} WHERE instance_sid = 1;
        """;

    protected override string HugeContent => "content = CAST(REPLICATE('x', 1001) AS varbinary(max))";

    protected override string[] Damages =>
        [.. base.Damages, "kind = NULL", "received = NULL", "received = 9223372036854775807", "expires = -9223372036854775808"];

    /// <summary>Makes columns nullable in the script that creates the tables, so that the tests can damage them without altering the columns.</summary>
    private static string Edited(string script) => script
        .Replace("kind smallint NOT NULL", "kind smallint NULL", StringComparison.Ordinal)
        .Replace("received bigint NOT NULL", "received bigint NULL", StringComparison.Ordinal)
        .Replace("content varbinary(max) NOT NULL", "content varbinary(max) NULL", StringComparison.Ordinal);
}
