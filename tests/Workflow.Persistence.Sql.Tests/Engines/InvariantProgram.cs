using System.Data.Common;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>A process that may run with invariant globalization, which the driver of SQL Server refuses before it connects to a server.</summary>
internal static class InvariantProgram
{
    public const string Mode = "invariant";

    public static async Task<int> RunAsync()
    {
        await using DbDataSource source = SqlClientFactory.Instance.CreateDataSource("Server=127.0.0.1,1;Database=d;User ID=u;Password=p");
        await using SqlInstanceStore store = new(source);
        try
        {
            await store.EnsureSchemaAsync(CancellationToken.None);
        }
        catch (InstancePersistenceException refused)
        {
            Console.WriteLine(refused.Message);
        }

        return 0;
    }
}
