using System.Data.Common;
using System.Globalization;
using Npgsql;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// The PostgreSQL server of the tests: the server that the environment variable WORKFLOW_POSTGRES names, or else a private server if PostgreSQL is
/// installed.
/// </summary>
internal sealed class PostgreSqlServer : DatabaseServer
{
    /// <summary>The class of the advisory locks of these tests. All applications on a server share one number space for advisory locks.</summary>
    private const int LockClass = 0x574F524B;

    private static readonly OneServer<PostgreSqlServer> Shared = new(CreateAsync);

    private readonly PrivateServer? _private;

    private PostgreSqlServer(string connectionString, PrivateServer? own)
        : base(NpgsqlFactory.Instance, connectionString) => _private = own;

    /// <summary>The reason why no server is available. Null if a server is available.</summary>
    public static string? Missing => Configured is null ? MissingPrograms : null;

    /// <summary>The reason why this machine cannot run a private server. Null if the machine can run one.</summary>
    public static string? MissingPrograms => Programs is null
        ? "There is no PostgreSQL: install the Debian package 'postgresql', or set WORKFLOW_POSTGRES to a connection string."
        : null;

    protected override string ListDatabases => "select datname::text from pg_database where datname like 'workflow\\_tests\\_%'";

    private static string? Configured => Environment.GetEnvironmentVariable("WORKFLOW_POSTGRES") is { Length: > 0 } value ? value : null;

    /// <summary>The program folder of the newest installed version. Null if no version is installed.</summary>
    private static string? Programs
    {
        get
        {
            DirectoryInfo versions = new("/usr/lib/postgresql");
            return !versions.Exists ? null : versions.EnumerateDirectories()
                .OrderByDescending(version => int.TryParse(version.Name, CultureInfo.InvariantCulture, out int number) ? number : 0)
                .Select(version => Path.Combine(version.FullName, "bin"))
                .FirstOrDefault(programs => File.Exists(Path.Combine(programs, "initdb")) && File.Exists(Path.Combine(programs, "pg_ctl")));
        }
    }

    /// <summary>The server that all test classes share.</summary>
    public static Task<PostgreSqlServer> SharedAsync() => Shared.GetAsync();

    /// <summary>Starts another private server.</summary>
    public static async Task<PostgreSqlServer> CreatePrivateAsync()
    {
        PrivateServer server = await StartPrivateAsync();
        NpgsqlConnectionStringBuilder builder = new() { Host = server.Address, Username = "workflow", Database = "postgres", Pooling = false };
        return new PostgreSqlServer(builder.ConnectionString, server);
    }

    /// <summary>Starts a private server. The address of the server is the folder of its socket.</summary>
    public static Task<PrivateServer> StartPrivateAsync() => PrivateServer.StartAsync("postgresql", Programs!);

    /// <summary>Creates an object for the same server, as a second process that uses the server has it.</summary>
    public PostgreSqlServer Again() => new(ConnectionString, null);

    public override string ConnectionStringOf(string database) =>
        new NpgsqlConnectionStringBuilder(ConnectionString) { Database = database, Pooling = true }.ConnectionString;

    public override async Task<int> CutConnectionsAsync(string database, int? session)
    {
        string only = session is { } number ? string.Create(CultureInfo.InvariantCulture, $" and pid = {number}") : string.Empty;

        // The function waits until the session has ended.
        List<bool> ended = await QueryAsync<bool>($"select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = '{database}'{only}");
        return ended.Count(isEnded => isEnded);
    }

    /// <summary>Stops a private server abruptly, as a crash does.</summary>
    public Task StopAsync() => _private!.StopAsync();

    /// <summary>Starts a private server again.</summary>
    public Task StartAsync() => _private!.StartAsync();

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_private is not null)
        {
            await _private.DisposeAsync();
        }
    }

    protected override async Task<bool> TryLockAsync(DbConnection session, int process) => await LockAsync(session, "pg_try_advisory_lock", process);

    protected override async Task UnlockAsync(DbConnection session, int process) => await LockAsync(session, "pg_advisory_unlock", process);

    protected override Task DropAsync(string database) => ExecuteAsync($"drop database if exists {database} with (force)");

    private static async Task<bool> LockAsync(DbConnection session, string function, int process)
    {
        await using DbCommand command = session.CreateCommand();
        command.CommandText = string.Create(CultureInfo.InvariantCulture, $"select {function}({LockClass}, {process})");
        return (bool)(await command.ExecuteScalarAsync())!;
    }

    private static async Task<PostgreSqlServer> CreateAsync() => Configured is { } configured
        ? new PostgreSqlServer(new NpgsqlConnectionStringBuilder(configured) { Pooling = false }.ConnectionString, null)
        : await CreatePrivateAsync();
}
