using System.Data.Common;
using System.Runtime.CompilerServices;

namespace Workflow.Persistence.Sql;

/// <summary>Creates the engine for SQL Server.</summary>
/// <remarks>
/// A store on another database calls nothing that references types of the SQL Server driver, so an application without SQL Server can omit the driver.
/// </remarks>
internal static class SqlServerEngineFactory
{
    /// <summary>Creates the engine. Not inlined, so that the driver is loaded only when this method is called.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static SqlEngine Create(DbDataSource source, SqlInstanceStoreOptions options, TimeSpan leaseTime)
    {
        SqlServerDatabase database = new(source, options);
        return new ServerEngine(database, new SqlServerSaving(database, options.TimeProvider), options, leaseTime);
    }
}
