using System.Data.Common;
using System.Globalization;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>The SQL Server instance that the environment variable WORKFLOW_SQLSERVER names.</summary>
internal sealed class SqlServerServer : DatabaseServer
{
    private static readonly Lazy<SqlServerServer> Server = new(() => new SqlServerServer(Configured!));

    private SqlServerServer(string connectionString)
        : base(SqlClientFactory.Instance, new SqlConnectionStringBuilder(connectionString) { InitialCatalog = "master", Pooling = false }.ConnectionString)
    {
    }

    /// <summary>The server that all test classes share.</summary>
    public static SqlServerServer Shared => Server.Value;

    /// <summary>The reason why no server is available. Null if a server is available.</summary>
    public static string? Missing => Configured is null ? "There is no SQL Server: set WORKFLOW_SQLSERVER to a connection string." : null;

    protected override string ListDatabases => "select name from sys.databases where name like 'workflow[_]tests[_]%'";

    private static string? Configured => Environment.GetEnvironmentVariable("WORKFLOW_SQLSERVER") is { Length: > 0 } value ? value : null;

    /// <summary>The application name of each session is the name of its database, so that the sessions of a database can be found.</summary>
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

    /// <summary>Drops a database. Retries, because a killed session can take a moment to leave the database.</summary>
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
#pragma warning disable CA2100 // The text contains no input except the number of a process.
        command.CommandText = string.Create(
            CultureInfo.InvariantCulture,
            $"declare @result int; exec @result = {procedure} @Resource = 'workflow-tests-{process}', @LockOwner = 'Session'{more}; select @result");
#pragma warning restore CA2100
        return (int)(await command.ExecuteScalarAsync())! >= 0;
    }

    /// <summary>Ends a session. Returns false if the server reports an error, usually because the session has already ended.</summary>
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
