namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>The conditions that a database meets after all instances of a cluster have completed and its hosts have ended, checked by SQL.</summary>
internal static class ClusterInvariants
{
    /// <summary>Checks that each instance has each effect once, and that the tables of the store are empty.</summary>
    /// <param name="database">The database, which contains only these instances.</param>
    /// <param name="instances">The number of instances that were started.</param>
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
