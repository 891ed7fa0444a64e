using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Selects the engine for the connections of a data source.</summary>
internal static class EngineChoice
{
    private const string Sqlite = "Microsoft.Data.Sqlite.SqliteConnection", PostgreSql = "Npgsql.NpgsqlConnection",
        SqlServer = "Microsoft.Data.SqlClient.SqlConnection";

    /// <summary>Creates the engine.</summary>
    /// <exception cref="NotSupportedException">No engine supports the connections.</exception>
    public static SqlEngine For(DbDataSource source, SqlInstanceStoreOptions options, TimeSpan leaseTime)
    {
        using DbConnection connection = source.CreateConnection();
        for (Type? type = connection.GetType(); type is not null; type = type.BaseType)
        {
            switch (type.FullName)
            {
                case Sqlite:
                    SqliteFileSource files = new(source);
                    AddReporter(files, options);
                    return new SqliteEngine(files, options, leaseTime);
                case PostgreSql:
                    AddReporter(source, options);
                    PostgreSqlDatabase database = new(source, options);
                    return new ServerEngine(database, new PostgreSqlSaving(database, options.TimeProvider), options, leaseTime);
                case SqlServer:
                    AddReporter(source, options);
                    return SqlServerChoice.For(source, options, leaseTime);
            }
        }

        throw new NotSupportedException(
            $"A store cannot use connections of the type '{connection.GetType().FullName}'; use a data source of Microsoft.Data.SqlClient, Npgsql or Microsoft.Data.Sqlite.");
    }

    /// <summary>Sets the reporter, only after the kind of database is known, because connections of other kinds must not be accessed.</summary>
    private static void AddReporter(DbDataSource source, SqlInstanceStoreOptions options) =>
        options.Reporter = new StoreReporter(source, options.SchemaName, options.Logger, options.TimeProvider);

    /// <summary>
    /// Creates a data source from the name of an SQLite file or a SQL Server connection string. An ambiguous text is rejected. The message does not repeat the
    /// text, because it may contain a password.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="parameter">The name of the parameter that contains the text.</param>
    /// <exception cref="ArgumentException">The text is null, empty or white space, or is neither a file name nor a SQL Server connection string.</exception>
    /// <exception cref="NotSupportedException">The driver is missing.</exception>
    public static DbDataSource ForText(string text, string parameter)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(text, parameter);
        if (!text.Contains('=', StringComparison.Ordinal))
        {
            return ForFile(text);
        }

        try
        {
            return SqlServerChoice.ForText(text) ?? throw new ArgumentException(
                "The text is not the name of a file, which has no '=', and no connection string of SQL Server, which names a server and also a database or a login; use one of them, or a data source of another driver.",
                parameter);
        }
        catch (FileNotFoundException missing)
        {
            // The application does not include the driver. The exception is thrown when the method is compiled, and contains the name of the assembly, but not
            // the text.
            throw new NotSupportedException(
                "The driver for SQL Server is missing; reference the package 'Microsoft.Data.SqlClient', or do not remove it from the application.", missing);
        }
    }

    /// <summary>Creates a data source for a file, with the driver that the application references.</summary>
    /// <exception cref="NotSupportedException">The driver is missing.</exception>
    private static DbDataSource ForFile(string fileName)
    {
        Type? factory = Type.GetType("Microsoft.Data.Sqlite.SqliteFactory, Microsoft.Data.Sqlite", throwOnError: false);
        if (factory?.GetField("Instance")?.GetValue(null) is not DbProviderFactory provider)
        {
            throw new NotSupportedException("The driver for SQLite is missing; reference the package 'Microsoft.Data.Sqlite'.");
        }

        // The store keeps its connections open itself. A pool would keep the file open after the store is disposed.
        DbConnectionStringBuilder text = new() { ["Data Source"] = fileName, ["Pooling"] = false };
        return provider.CreateDataSource(text.ConnectionString);
    }
}
