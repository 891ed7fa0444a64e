using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Messages;

/// <summary>Tests of stored messages on PostgreSQL.</summary>
public sealed class PostgreSqlStoredMessageTests(PostgreSqlTestDatabase database)
    : StoredMessageTests(() => On(database)), IClassFixture<PostgreSqlTestDatabase>
{
    protected override string WithoutConstraints =>
        """
        ALTER TABLE workflow.message DROP CONSTRAINT IF EXISTS message_kind, DROP CONSTRAINT IF EXISTS message_times,
            ALTER COLUMN kind DROP NOT NULL, ALTER COLUMN received DROP NOT NULL, ALTER COLUMN content DROP NOT NULL;
        """;

    protected override string Fill => $"""
        INSERT INTO workflow.message (instance_sid, kind, bookmark_name, received, content) SELECT 1, 0, 'many', now(), '\x07' FROM generate_series(1, {Many});
        UPDATE workflow.instance SET inbox = {Many} WHERE instance_sid = 1;
        """;

    protected override string HugeContent => "content = convert_to(repeat('x', 1001), 'UTF8')";

    protected override string[] Damages => [.. base.Damages, $"bookmark_name = '{new string('n', 801)}'", "kind = NULL", "received = NULL"];
}
