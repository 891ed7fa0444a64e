using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Runs the tests on SQL Server.</summary>
public sealed class SqlServerDamagedRowTests(SqlServerTestDatabase database) : ServerDamagedRowTests, IClassFixture<SqlServerTestDatabase>
{
    /// <summary>
    /// The longest time that a canceled call may take to end. SQL Server does not always stop a canceled statement; the call then ends with the command
    /// timeout.
    /// </summary>
    private protected override TimeSpan CancellationLimit => DamagedDatabase.Options().CommandTimeout + base.CancellationLimit;

    private protected override ServerStore NewStore(Func<string, string> edited) => new SqlServerStore(database) { Edited = edited };

    private protected override IReadOnlyList<string> ContentsOf(string type) => type switch
    {
        "tinyint" => ["NULL", "255"],
        "smallint" => ["NULL", "-1", "32767"],
        "int" => ["NULL", "-1", "2147483647"],
        "bigint" => ["NULL", "2", "9223372036854775807"],
        "bit" => ["NULL", "1"],
        "uniqueidentifier" => ["NULL", $"'{DamagedDatabase.Healthy}'"],
        "float" => ["NULL", "1.7E308"],
        "varbinary" =>
        [
            "NULL", "0x00FF", "CAST(REPLICATE(CAST('ab' AS varchar(max)), 500000) AS varbinary(max))",
            $"(SELECT i.state FROM workflow.instance i WHERE i.instance_id = '{DamagedDatabase.Healthy}')"
        ],
        "nvarchar" => ["NULL", "N'wrong'", "REPLICATE(CAST(N'x' AS nvarchar(max)), 1000000)", "N'{\"a\":{\"guid\":7}}'"],
        _ => ["NULL", "'0001-01-01'", "'9999-12-31'"],
    };
}
