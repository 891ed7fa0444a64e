using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>A service of one process, which is both host and client, on a SQLite file.</summary>
public sealed class SqliteServiceClusterTests(SqliteTestDatabase folder, ITestOutputHelper output)
    : ServiceClusterTests(output), IClassFixture<SqliteTestDatabase>
{
    private protected override (int Hosts, int Clients, int Both) Parts => (0, 0, 1);

    private protected override CrashTarget Target { get; } = CrashTarget.OfFile(folder.NewFile());
}
