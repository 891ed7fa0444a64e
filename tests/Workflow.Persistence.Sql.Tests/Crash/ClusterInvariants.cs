namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>What must be true of a database when all instances of a cluster have completed and its hosts have ended, counted by SQL.</summary>
internal static class ClusterInvariants
{
    /// <param name="database">The database, which has nothing but these instances.</param>
    /// <param name="instances">How many instances were started.</param>
    public static async Task CheckAsync(CrashDatabase database, int instances)
    {
        Assert.Equal((long)instances * ClusterHost.Effects, await CountAsync(database, "app_effect"));
        Assert.Equal((long)instances * ClusterHost.Effects, await CountAsync(database, "(SELECT DISTINCT id, step FROM app_effect) AS one"));
        Assert.Equal((long)instances, await CountAsync(database, "(SELECT DISTINCT id FROM app_effect) AS one"));
        foreach (string table in (string[])["instance", "bookmark", "instance_key", "promoted"])
        {
            Assert.Equal(0L, await CountAsync(database, $"workflow.{table}"));
        }
    }

    public static async Task<long> CountAsync(CrashDatabase database, string from) => (long)(await database.ReadValueAsync($"SELECT count(*) FROM {from}"))!;
}
