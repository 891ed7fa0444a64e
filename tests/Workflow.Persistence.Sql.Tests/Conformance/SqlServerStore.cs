using System.Text.RegularExpressions;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>The tested stores on SQL Server.</summary>
internal sealed partial class SqlServerStore(SqlServerTestDatabase database) : ServerStore(database)
{
    /// <summary>The number of repetitions, reduced because calls to a remote server take many times as long as calls to the other databases.</summary>
    public override int Repetitions => 50;

    private const string ServerClock = "DATEDIFF_BIG(microsecond, '1970-01-01', SYSUTCDATETIME())";

    /// <summary>Creates the schema as an administrator does, without the store, but with a function for the time that reads a table.</summary>
    public override async Task InitializeAsync()
    {
        foreach (string part in new ScriptFolder("SqlServer", Schema).Versions.SelectMany(script => PartEnd().Split(Edited(script))))
        {
            if (part.Contains(ServerClock, StringComparison.Ordinal))
            {
                await RunAsync($"CREATE TABLE {Schema}.test_clock (now bigint NOT NULL); INSERT INTO {Schema}.test_clock VALUES (1893456000000000)");
            }

            await RunAsync(part.Replace(ServerClock, $"(SELECT now FROM {Schema}.test_clock)", StringComparison.Ordinal));
        }
    }

    protected override string PassingOf(long microseconds) => FormattableString.Invariant($"UPDATE {Schema}.test_clock SET now = now + {microseconds}");

    [GeneratedRegex(@"^GO\r?$", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex PartEnd();
}
