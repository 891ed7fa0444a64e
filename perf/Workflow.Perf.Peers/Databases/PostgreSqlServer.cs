using System.Globalization;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Perf.Peers.Databases;

/// <summary>The private server of a run, which counts statements. It ends with this process.</summary>
internal sealed class PostgreSqlServer(PrivateServer server) : IAsyncDisposable
{
    private const string Programs = "/usr/lib/postgresql";

    private int _databases;

    public string Folder => server.Address;

    /// <exception cref="InvalidOperationException">PostgreSQL is not installed.</exception>
    public static async Task<PostgreSqlServer> StartAsync()
    {
        string programs = !Directory.Exists(Programs) ? string.Empty : Directory.EnumerateDirectories(Programs)
            .OrderByDescending(version => int.TryParse(Path.GetFileName(version), CultureInfo.InvariantCulture, out int number) ? number : 0)
            .Select(version => Path.Combine(version, "bin"))
            .FirstOrDefault(folder => File.Exists(Path.Combine(folder, "initdb"))) ?? string.Empty;
        if (programs.Length == 0)
        {
            throw new InvalidOperationException("There is no PostgreSQL: install the Debian package 'postgresql'.");
        }

        PostgreSqlServer started = new(await PrivateServer.StartAsync("postgresql", programs, "durable"));
        await started.LoadStatisticsAsync(server => server.StopAsync(), server => server.StartAsync());
        return started;
    }

    /// <summary>Creates a database.</summary>
    public async Task<Place> CreateAsync()
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"peer_{++_databases}");
        await ExecuteAsync($"CREATE DATABASE {name}");
        return new Place(Engine.PostgreSql, name, Folder);
    }

    public Task DropAsync(Place place) => ExecuteAsync($"DROP DATABASE IF EXISTS {place.Name} WITH (FORCE)");

    /// <summary>Returns the version and the settings on which the figures depend.</summary>
    public async Task<string> DescribeAsync()
    {
        await using NpgsqlConnection connection = await OpenAsync(Folder);
        await using NpgsqlCommand command = new(
            "SELECT 'PostgreSQL ' || current_setting('server_version') || '; fsync ' || current_setting('fsync') || ', synchronous_commit ' || current_setting('synchronous_commit')"
            + " || ', shared_buffers ' || current_setting('shared_buffers')",
            connection);
        return (string)(await command.ExecuteScalarAsync())!;
    }

    public ValueTask DisposeAsync() => server.DisposeAsync();

    /// <summary>Opens a connection of the driver to the database that contains the statistics.</summary>
    internal static async Task<NpgsqlConnection> OpenAsync(string folder)
    {
        NpgsqlConnection connection = new(
            new NpgsqlConnectionStringBuilder { Host = folder, Username = "workflow", Database = "postgres", Pooling = false }.ConnectionString);
        await connection.OpenAsync();
        return connection;
    }

    /// <summary>Enables the counting of statements. The server loads the library only when it starts, so it is restarted.</summary>
    private async Task LoadStatisticsAsync(Func<PrivateServer, Task> stop, Func<PrivateServer, Task> start)
    {
        await ExecuteAsync("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
        await ExecuteAsync("CHECKPOINT");
        await stop(server);
        await start(server);
        await ExecuteAsync("CREATE EXTENSION pg_stat_statements");
        await ExecuteAsync($"CREATE ROLE {Place.Observer} SUPERUSER LOGIN");
    }

    private async Task ExecuteAsync(string statement)
    {
        await using NpgsqlConnection connection = await OpenAsync(Folder);
#pragma warning disable CA2100 // The text contains only names that this class creates.
        await using NpgsqlCommand command = new(statement, connection);
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }
}
