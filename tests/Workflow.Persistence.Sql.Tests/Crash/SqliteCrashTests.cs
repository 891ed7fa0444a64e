using System.Diagnostics;
using System.Globalization;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Crash;

public sealed class SqliteCrashTests(SqliteTestDatabase folder) : CrashTests, IClassFixture<SqliteTestDatabase>
{
    private protected override async Task<CrashDatabase> CreateAsync()
    {
        CrashDatabase database = new(CrashTarget.OfFile(folder.NewFile()));
        await database.CreateTableAsync();
        return database;
    }

    /// <summary>Runs the process, which kills itself at the step, because its steps are not visible from outside.</summary>
    private protected override async Task<int?> RunAsync(CrashDatabase database, int step)
    {
        using Process process = database.Start(null, CrashSteps.Mode, step.ToString(CultureInfo.InvariantCulture));
        return await database.ListenAsync(process);
    }
}
