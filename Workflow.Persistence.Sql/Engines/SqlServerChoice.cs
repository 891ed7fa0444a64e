using System.Data.Common;
using System.Runtime.CompilerServices;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql;

/// <summary>What needs the driver of SQL Server before there is an engine. An application without SQL Server can leave the driver out, so nothing else in a store on another database names its types.</summary>
internal static class SqlServerChoice
{
    /// <summary>The engine.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static SqlEngine For(DbDataSource source, SqlInstanceStoreOptions options, TimeSpan leaseTime)
    {
        SqlServerDatabase database = new(source, options);
        return new ServerEngine(database, new SqlServerSaving(database, options.TimeProvider), options, leaseTime);
    }

    /// <summary>A data source for a connection string of SQL Server; null: the text is none, or could be one of another driver.</summary>
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
            // The driver names a part of the text in its message.
            return false;
        }
    }
}
