using System.Globalization;
using Npgsql;
using Workflow.Perf.Measuring;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Perf.Databases;

internal sealed class PostgreSqlDatabase : Database
{
    private const string Programs = "/usr/lib/postgresql";

    /// <summary>
    /// The maximum number of connections to one database. Several rows have their databases at the same time, and a private server accepts 200 connections.
    /// With the driver's default of 100, rows waited a second and more for a connection. On two cores, 24 connections are as fast as 64.
    /// </summary>
    private const int Connections = 24;

    private static readonly Lazy<string> Server = new(Connect);

    /// <summary>The private server. The field keeps it alive, because the server ends when nothing holds the other end of its input.</summary>
    private static PrivateServer? _private;
    private static int _databases;

    private PostgreSqlDatabase(NpgsqlDataSource source)
        : base(source)
    {
    }

    public override string Description => string.Create(
        CultureInfo.InvariantCulture,
        $"PostgreSQL {Setting("server_version")}, Npgsql {typeof(NpgsqlConnection).Assembly.GetName().Version!.ToString(3)}; fsync {Setting("fsync")}, synchronous_commit "
        + $"{Setting("synchronous_commit")}, shared_buffers {Setting("shared_buffers")}; the server runs on the same machine");

    public override string Prefix => "workflow.";

    public override string Now => "now()";

    public static PostgreSqlDatabase Create()
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"workflow_perf_{Environment.ProcessId}_{++_databases}");
        Execute($"create database {name}");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Execute($"drop database if exists {name} with (force)");
        return new PostgreSqlDatabase(
            NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(Server.Value) { Database = name, MaxPoolSize = Connections }.ConnectionString));
    }

    public override object IdOf(Guid id) => id;

    public override string TextOf(bool value) => value ? "true" : "false";

    public override long Size() =>
        Read<long>("SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class WHERE relnamespace = 'workflow'::regnamespace AND relkind = 'r'");

    private string Setting(string name) => Read<string>($"SHOW {name}");

    private static string Connect()
    {
        if (Environment.GetEnvironmentVariable("WORKFLOW_POSTGRES") is { Length: > 0 } configured)
        {
            return configured;
        }

        string? programs = !Directory.Exists(Programs) ? null : Directory.EnumerateDirectories(Programs)
            .OrderByDescending(version => int.TryParse(Path.GetFileName(version), CultureInfo.InvariantCulture, out int number) ? number : 0)
            .Select(version => Path.Combine(version, "bin"))
            .FirstOrDefault(folder => File.Exists(Path.Combine(folder, "initdb")));
        if (programs is null)
        {
            throw new SkippedException("There is no PostgreSQL: install the Debian package 'postgresql', or set WORKFLOW_POSTGRES to a connection string.");
        }

        // The server ends with this process, because its script then reads the end of its input.
        _private = PrivateServer.StartAsync("postgresql", programs, "durable").GetAwaiter().GetResult();
        return new NpgsqlConnectionStringBuilder { Host = _private.Address, Username = "workflow", Database = "postgres" }.ConnectionString;
    }

    private static void Execute(string statement)
    {
        using NpgsqlConnection connection = new(new NpgsqlConnectionStringBuilder(Server.Value) { Pooling = false }.ConnectionString);
        connection.Open();
#pragma warning disable CA2100 // The text contains only names that this class creates.
        using NpgsqlCommand command = new(statement, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}
