using System.Data.Common;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// The SQL Server of the tests: that which the environment variable WORKFLOW_SQLSERVER names, else the engine beside the repository that speaks the same protocol and language.
/// </summary>
internal sealed class SqlServerServer : DatabaseServer
{
    private static readonly OneServer<SqlServerServer> Shared = new(CreateAsync);

    private readonly PrivateServer? _private;

    private SqlServerServer(string connectionString, PrivateServer? own)
        : base(SqlClientFactory.Instance, new SqlConnectionStringBuilder(connectionString) { InitialCatalog = "master", Pooling = false }.ConnectionString) => _private = own;

    /// <summary>Why this machine has no server; null: it has one.</summary>
    public static string? Missing => Configured is null && Programs is null ? "There is no SQL Server: set WORKFLOW_SQLSERVER to a connection string." : null;

    protected override string ListDatabases => "select name from sys.databases where name like 'workflow[_]tests[_]%'";

    private static string? Configured => Environment.GetEnvironmentVariable("WORKFLOW_SQLSERVER") is { Length: > 0 } value ? value : null;

    /// <summary>The folder of the engine; null: there is none.</summary>
    private static string? Programs
    {
        get
        {
            DirectoryInfo? folder = new(AppContext.BaseDirectory);
            while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
            {
                folder = folder.Parent;
            }

            string programs = Path.Combine(folder?.FullName ?? string.Empty, "..", "shared", "tds");
            return File.Exists(Path.Combine(programs, "start")) ? Path.GetFullPath(programs) : null;
        }
    }

    /// <summary>The server that all test classes share.</summary>
    public static Task<SqlServerServer> SharedAsync() => Shared.GetAsync();

    public override string ConnectionStringOf(string database) => new SqlConnectionStringBuilder(ConnectionString) { InitialCatalog = database, Pooling = true }.ConnectionString;

    public override async Task<int> CutConnectionsAsync(string database, int? session)
    {
        // The view can show a session that is ending without its number.
        List<int> sessions = await QueryAsync<int>(
            $"select cast(session_id as int) from sys.dm_exec_sessions where database_id = db_id('{database}') and session_id is not null");
        sessions.RemoveAll(number => session is not null && number != session);
        foreach (int number in sessions)
        {
            await KillAsync(number);
        }

        return sessions.Count;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_private is not null)
        {
            await _private.DisposeAsync();
        }
    }

    protected override Task<bool> TryLockAsync(DbConnection session, int process) =>
        LockAsync(session, "sp_getapplock", process, ", @LockMode = 'Exclusive', @LockTimeout = 0");

    protected override Task UnlockAsync(DbConnection session, int process) => LockAsync(session, "sp_releaseapplock", process, string.Empty);

    protected override async Task DropAsync(string database)
    {
        await CutConnectionsAsync(database, null);
        await ExecuteAsync($"drop database if exists {database}");
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

    private async Task KillAsync(int session)
    {
        try
        {
            await ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"kill {session}"));
        }
        catch (SqlException)
        {
            // The session has ended by itself.
        }
    }

    private static async Task<SqlServerServer> CreateAsync()
    {
        if (Configured is { } configured)
        {
            return new SqlServerServer(configured, null);
        }

        PrivateServer server = await PrivateServer.StartAsync("tds", Programs!, FreePort().ToString(CultureInfo.InvariantCulture));
        return new SqlServerServer(server.Address, server);
    }

    private static int FreePort()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
