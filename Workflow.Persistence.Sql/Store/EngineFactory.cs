using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Creates the engine for the connections of a data source.</summary>
internal static class EngineFactory
{
    private const string Sqlite = "Microsoft.Data.Sqlite.SqliteConnection", PostgreSql = "Npgsql.NpgsqlConnection",
        SqlServer = "Microsoft.Data.SqlClient.SqlConnection";

    /// <summary>Creates the engine.</summary>
    /// <exception cref="NotSupportedException">No engine supports the connections.</exception>
    public static SqlEngine Create(DbDataSource source, SqlInstanceStoreOptions options, TimeSpan leaseTime)
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
                    return SqlServerEngineFactory.Create(source, options, leaseTime);
            }
        }

        throw new NotSupportedException(
            $"A store cannot use connections of the type '{connection.GetType().FullName}'; use a data source of Microsoft.Data.SqlClient, Npgsql or Microsoft.Data.Sqlite.");
    }

    /// <summary>Sets the reporter, only after the kind of database is known, because connections of other kinds must not be accessed.</summary>
    private static void AddReporter(DbDataSource source, SqlInstanceStoreOptions options) =>
        options.Reporter = new StoreReporter(source, options.SchemaName, options.Logger, options.TimeProvider);
}
