using System.Data.Common;
using System.Globalization;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>The SQL Server of the tests, which the environment variable WORKFLOW_SQLSERVER names.</summary>
internal sealed class SqlServerServer : DatabaseServer
{
    private static readonly Lazy<SqlServerServer> Server = new(() => new SqlServerServer(Configured!));

    private SqlServerServer(string connectionString)
        : base(SqlClientFactory.Instance, new SqlConnectionStringBuilder(connectionString) { InitialCatalog = "master", Pooling = false }.ConnectionString)
    {
    }

    /// <summary>The server that all test classes share.</summary>
    public static SqlServerServer Shared => Server.Value;

    /// <summary>Why this machine has no server; null: it has one.</summary>
    public static string? Missing => Configured is null ? "There is no SQL Server: set WORKFLOW_SQLSERVER to a connection string." : null;

    protected override string ListDatabases => "select name from sys.databases where name like 'workflow[_]tests[_]%'";

    private static string? Configured => Environment.GetEnvironmentVariable("WORKFLOW_SQLSERVER") is { Length: > 0 } value ? value : null;

    /// <summary>Sessions have the name of their database as that of their program, so that they can be found.</summary>
    public override string ConnectionStringOf(string database) =>
        new SqlConnectionStringBuilder(ConnectionString) { InitialCatalog = database, ApplicationName = database, Pooling = true }.ConnectionString;

    public override async Task<int> CutConnectionsAsync(string database, int? session)
    {
        if (session is { } single)
        {
            return await TryKillAsync(single) ? 1 : 0;
        }

        IReadOnlyList<int> sessions = await QueryAsync<int>($"select cast(session_id as int) from sys.dm_exec_sessions where program_name = '{database}'");
        foreach (int number in sessions)
        {
            await TryKillAsync(number);
        }

        return sessions.Count;
    }

    protected override Task<bool> TryLockAsync(DbConnection session, int process) =>
        LockAsync(session, "sp_getapplock", process, ", @LockMode = 'Exclusive', @LockTimeout = 0");

    protected override Task UnlockAsync(DbConnection session, int process) => LockAsync(session, "sp_releaseapplock", process, string.Empty);

    /// <summary>A session that was ended can need a moment until it has left its database.</summary>
    protected override async Task DropAsync(string database)
    {
        for (int attempt = 1; ; attempt++)
        {
            await CutConnectionsAsync(database, null);
            try
            {
                await ExecuteAsync($"drop database if exists {database}");
                return;
            }
            catch (SqlException) when (attempt < 40)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
            }
        }
    }

    private static async Task<bool> LockAsync(DbConnection session, string procedure, int process, string more)
    {
        await using DbCommand command = session.CreateCommand();
#pragma warning disable CA2100 // The text has no input but the number of a process.
        command.CommandText = string.Create(
            CultureInfo.InvariantCulture,
            $"declare @result int; exec @result = {procedure} @Resource = 'workflow-tests-{process}', @LockOwner = 'Session'{more}; select @result");
#pragma warning restore CA2100
        return (int)(await command.ExecuteScalarAsync())! >= 0;
    }

    /// <summary>False when there is no such session: it has ended by itself, or the server does not know it yet.</summary>
    private async Task<bool> TryKillAsync(int session)
    {
        try
        {
            await ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"kill {session}"));
            return true;
        }
        catch (SqlException)
        {
            return false;
        }
    }
}
