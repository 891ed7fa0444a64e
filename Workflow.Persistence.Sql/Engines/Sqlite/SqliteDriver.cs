using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>The driver for SQLite, Microsoft.Data.Sqlite, which the application references and this package does not.</summary>
internal static class SqliteDriver
{
    /// <summary>Returns true if a text begins with a keyword for the file, and so is a connection string and not the path of a file.</summary>
    public static bool IsConnectionString(string text) =>
        text.Split('=', 2) is [var keyword, _] && SqliteFileSource.FileKeys.Contains(keyword.Trim(), StringComparer.OrdinalIgnoreCase);

    /// <summary>Creates a data source for a file.</summary>
    /// <exception cref="NotSupportedException">The application does not reference the driver.</exception>
    public static DbDataSource CreateDataSource(string path)
    {
        Type? factory = Type.GetType("Microsoft.Data.Sqlite.SqliteFactory, Microsoft.Data.Sqlite", throwOnError: false);
        if (factory?.GetField("Instance")?.GetValue(null) is not DbProviderFactory provider)
        {
            throw new NotSupportedException("The driver for SQLite is missing; reference the package 'Microsoft.Data.Sqlite'.");
        }

        // The store keeps its connections open itself. A pool would keep the file open after the store is disposed.
        DbConnectionStringBuilder settings = new() { ["Data Source"] = path, ["Pooling"] = false };
        return provider.CreateDataSource(settings.ConnectionString);
    }
}
