using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Failures;

public sealed class PostgreSqlDamagedRowTests(PostgreSqlTestDatabase database) : ServerDamagedRowTests, IClassFixture<PostgreSqlTestDatabase>
{
    private protected override ServerStore NewStore(Func<string, string> edited) => new PostgreSqlStore(database) { Edited = edited };

    private protected override string TextOf(string column) => $"CAST({column} AS text)";

    private protected override IReadOnlyList<string> ContentsOf(string type) => type switch
    {
        "smallint" => ["NULL", "-1", "1", "32767", "-32768"],
        "integer" => ["NULL", "-1", "0", "424242", "2147483647", "-2147483648"],
        "bigint" => ["NULL", "-1", "2", "424242", "9223372036854775807", "-9223372036854775808"],
        "boolean" => ["NULL", "true", "false"],
        "uuid" => ["NULL", $"'{Guid.Empty}'", $"'{DamagedDatabase.Healthy}'", "'66666666-6666-6666-6666-666666666666'"],
        "numeric" => ["NULL", "'NaN'", "'Infinity'", "1e130000"],
        "bytea" =>
        [
            "NULL", "''", "'\\x00ff'", "decode(repeat('ab', 1000000), 'hex')",
            $"(SELECT i.state FROM workflow.instance i WHERE i.instance_id = '{DamagedDatabase.Healthy}')"
        ],
        "text" => ["NULL", "''", "'wrong'", "repeat('x', 1000000)", $"'{DamagedDatabase.Healthy}'", "'{\"a\":{\"guid\":7}}'", "'[]'"],
        _ => ["NULL", "'infinity'", "'-infinity'", "'0001-01-01 BC'", "'294276-12-31'", "'1900-01-01Z'", "'9999-12-30Z'"],
    };
}
