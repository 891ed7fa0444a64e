using System.Data.Common;
using System.Runtime.CompilerServices;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Contains the code that needs the SQL Server driver before an engine exists. Nothing else in a store on another database references types of the driver, so
/// an application without SQL Server can omit the driver.
/// </summary>
internal static class SqlServerChoice
{
    /// <summary>Creates the engine. Not inlined, so that the driver is loaded only when this method is called.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static SqlEngine For(DbDataSource source, SqlInstanceStoreOptions options, TimeSpan leaseTime)
    {
        SqlServerDatabase database = new(source, options);
        return new ServerEngine(database, new SqlServerSaving(database, options.TimeProvider), options, leaseTime);
    }

    /// <summary>Creates a data source for a SQL Server connection string; null if the text is not one, or could belong to another driver.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static DbDataSource? ForText(string text) => IsOfSqlServer(text) ? SqlClientFactory.Instance.CreateDataSource(text) : null;

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
            // The exception is not passed on, because its message contains a part of the text.
            return false;
        }
    }
}
