using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>On PostgreSQL.</summary>
internal sealed class PostgreSqlStore(PostgreSqlTestDatabase database) : ServerStore(database)
{
    /// <summary>Makes the schema, and a clock in it that the store takes for that of the server.</summary>
    public override async Task InitializeAsync()
    {
        foreach (string script in new ScriptFolder("PostgreSql", Schema).Versions)
        {
            // As an administrator would, by hand.
            await RunAsync(Edited(script));
        }

        await RunAsync(
            $"""
            CREATE TABLE {Schema}.test_clock (now timestamptz NOT NULL);
            INSERT INTO {Schema}.test_clock VALUES ('2030-01-01Z');
            CREATE OR REPLACE FUNCTION {Schema}.store_time() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now FROM {Schema}.test_clock';
            """);
    }

    protected override string PassingOf(long microseconds) => FormattableString.Invariant($"UPDATE {Schema}.test_clock SET now = now + {microseconds} * interval '1 microsecond'");
}
