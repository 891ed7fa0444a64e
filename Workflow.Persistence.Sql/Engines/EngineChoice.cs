using System.Data.Common;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql;

/// <summary>Finds the engine for the connections of a data source.</summary>
internal static class EngineChoice
{
    private const string Sqlite = "Microsoft.Data.Sqlite.SqliteConnection", PostgreSql = "Npgsql.NpgsqlConnection";

    /// <exception cref="NotSupportedException">There is no engine for these connections.</exception>
    public static SqlEngine For(DbDataSource source, SqlInstanceStoreOptions options, TimeSpan leaseTime)
    {
        using DbConnection connection = source.CreateConnection();
        if (connection is SqlConnection)
        {
            AddReporter(source, options);
            SqlServerDatabase database = new(source, options);
            return new ServerEngine(database, new SqlServerSaving(database, options.TimeProvider), options, leaseTime);
        }

        for (Type? type = connection.GetType(); type is not null; type = type.BaseType)
        {
            if (type.FullName == Sqlite)
            {
                AddReporter(source, options);
                return new SqliteEngine(source, options, leaseTime);
            }

            if (type.FullName == PostgreSql)
            {
                AddReporter(source, options);
                PostgreSqlDatabase database = new(source, options);
                return new ServerEngine(database, new PostgreSqlSaving(database, options.TimeProvider), options, leaseTime);
            }
        }

        throw new NotSupportedException($"A store cannot use connections of the type '{connection.GetType().FullName}'; use a data source of Microsoft.Data.SqlClient, Npgsql or Microsoft.Data.Sqlite.");
    }

    /// <summary>After the kind of database is known: connections of another kind are asked for nothing.</summary>
    private static void AddReporter(DbDataSource source, SqlInstanceStoreOptions options) =>
        options.Reporter = new StoreReporter(source, options.SchemaName, options.Logger, options.TimeProvider);

    /// <summary>A data source for the name of an SQLite file, or for a connection string of SQL Server. A text that could be something else is refused, without repeating it: it may have a password.</summary>
    /// <param name="text">The text.</param>
    /// <param name="parameter">The parameter that brought it.</param>
    /// <exception cref="ArgumentException">The text is null, empty or white space, or it is neither of them.</exception>
    /// <exception cref="NotSupportedException">It is a file, and the driver is missing.</exception>
    public static DbDataSource ForText(string text, string parameter)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(text, parameter);
        if (!text.Contains('=', StringComparison.Ordinal))
        {
            return ForFile(text);
        }

        return IsOfSqlServer(text) ? SqlClientFactory.Instance.CreateDataSource(text) : throw new ArgumentException(
            "The text is not the name of a file, which has no '=', and no connection string of SQL Server, which names a server and also a database or a login; use one of them, or a data source of another driver.",
            parameter);
    }

    /// <summary>A data source for a file, by the driver that the application references.</summary>
    /// <exception cref="NotSupportedException">The driver is missing.</exception>
    private static DbDataSource ForFile(string fileName)
    {
        Type? factory = Type.GetType("Microsoft.Data.Sqlite.SqliteFactory, Microsoft.Data.Sqlite", throwOnError: false);
        if (factory?.GetField("Instance")?.GetValue(null) is not DbProviderFactory provider)
        {
            throw new NotSupportedException("The driver for SQLite is missing; reference the package 'Microsoft.Data.Sqlite'.");
        }

        // The store keeps its connections; a pool would keep the file open after it.
        DbConnectionStringBuilder text = new() { ["Data Source"] = fileName, ["Pooling"] = false };
        return provider.CreateDataSource(text.ConnectionString);
    }

    private static bool IsOfSqlServer(string text)
    {
        try
        {
            SqlConnectionStringBuilder builder = new(text);
            string[] ofServersOnly = ["Initial Catalog", "User ID", "Integrated Security", "Authentication", "AttachDbFilename"];
            return builder.DataSource.Length > 0 && ofServersOnly.Any(builder.ShouldSerialize);
        }
        catch (Exception failure) when (failure is ArgumentException or FormatException or KeyNotFoundException)
        {
            // The driver names a part of the text in its message.
            return false;
        }
    }
}
