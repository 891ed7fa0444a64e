using System.Data.Common;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>Data sources of drivers that the application references, so that no application gets those of other databases.</summary>
internal static class Drivers
{
    public static DbDataSource ForSqlite(string text)
    {
        // The store keeps its connections; a pool would keep the file open after it.
        DbConnectionStringBuilder builder = text.Contains('=', StringComparison.Ordinal) ? new() { ConnectionString = text } : new() { ["Data Source"] = text };
        builder.TryAdd("Pooling", false);
        return Find("Microsoft.Data.Sqlite.SqliteFactory, Microsoft.Data.Sqlite", "Microsoft.Data.Sqlite").CreateDataSource(builder.ConnectionString);
    }

    public static DbDataSource ForNpgsql(string text) => Find("Npgsql.NpgsqlFactory, Npgsql", "Npgsql").CreateDataSource(text);

    public static DbDataSource ForSqlServer(string text) =>
        Find("Microsoft.Data.SqlClient.SqlClientFactory, Microsoft.Data.SqlClient", "Microsoft.Data.SqlClient").CreateDataSource(text);

    /// <exception cref="NotSupportedException">The application does not reference the driver.</exception>
    private static DbProviderFactory Find(string type, string package) =>
        Type.GetType(type, throwOnError: false)?.GetField("Instance")?.GetValue(null) as DbProviderFactory
            ?? throw new NotSupportedException($"The driver of the database is missing; reference the package '{package}'.");

    private static void TryAdd(this DbConnectionStringBuilder builder, string key, object value)
    {
        if (!builder.ContainsKey(key))
        {
            builder[key] = value;
        }
    }
}
