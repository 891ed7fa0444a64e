using System.Data.Common;
using Npgsql;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>A process in which the driver of PostgreSQL does not rewrite statements. The driver reads the switch once.</summary>
internal static class RewritingProgram
{
    public const string Mode = "rewriting";

    /// <param name="connectionString">The connection string, with the password.</param>
    public static async Task<int> RunAsync(string connectionString)
    {
        AppContext.SetSwitch("Npgsql.EnableSqlRewriting", false);
        await using DbDataSource source = NpgsqlDataSource.Create(connectionString);
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
