using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>The tested stores on PostgreSQL.</summary>
internal sealed class PostgreSqlStore(PostgreSqlTestDatabase database) : ServerStore(database)
{
    /// <summary>Creates the schema, and replaces its function for the time by a function that reads a table.</summary>
    public override async Task InitializeAsync()
    {
        foreach (string script in new ScriptFolder("PostgreSql", Schema).Versions)
        {
            // Runs the script as an administrator does, without the store.
            await RunAsync(Edited(script));
        }

        await RunAsync(
            $"""
            CREATE TABLE {Schema}.test_clock (now timestamptz NOT NULL);
            INSERT INTO {Schema}.test_clock VALUES ('2030-01-01Z');
            CREATE OR REPLACE FUNCTION {Schema}.store_time() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now FROM {Schema}.test_clock';
            """);
    }

    protected override string PassingOf(long microseconds) =>
        FormattableString.Invariant($"UPDATE {Schema}.test_clock SET now = now + {microseconds} * interval '1 microsecond'");
}
