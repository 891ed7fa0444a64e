using System.Data.Common;
using System.Diagnostics;
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

    /// <summary>Another private server; that which the environment names if it names one.</summary>
    public static async Task<SqlServerServer> CreateAsync()
    {
        if (Configured is { } configured)
        {
            return new SqlServerServer(configured, null);
        }

        PrivateServer server = await PrivateServer.StartAsync("tds", Programs!, FreePort().ToString(CultureInfo.InvariantCulture));
        return new SqlServerServer(server.Address, server);
    }

    /// <summary>Sessions have the name of their database as that of their program, so that they can be found.</summary>
    public override string ConnectionStringOf(string database) =>
        new SqlConnectionStringBuilder(ConnectionString) { InitialCatalog = database, ApplicationName = database, Pooling = true }.ConnectionString;

    public override async Task<int> CutConnectionsAsync(string database, int? session)
    {
        if (_private is not null)
        {
            return await EndProcessesAsync(session is { } process ? string.Create(CultureInfo.InvariantCulture, $"pid = {process}") : $"application_name = '{database}'");
        }

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

    /// <summary>
    /// Ends sessions of the engine beside the repository, each of which is a process of PostgreSQL. After a session was ended, its own list of sessions lacks others, and KILL does not know these.
    /// </summary>
    private async Task<int> EndProcessesAsync(string which)
    {
        List<int> processes = await QueryAsync<int>($"select cast(pid as int) from pg_stat_activity where {which}");
        foreach (int process in processes)
        {
            using Process kill = Process.Start("kill", ["-TERM", process.ToString(CultureInfo.InvariantCulture)]);
            await kill.WaitForExitAsync();
        }

        for (int attempt = 0; attempt < 1000 && processes.Count > 0; attempt++)
        {
            List<int> left = await QueryAsync<int>($"select cast(pid as int) from pg_stat_activity where {which}");
            if (!left.Intersect(processes).Any())
            {
                break;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System);
        }

        return processes.Count;
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

    private static int FreePort()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
