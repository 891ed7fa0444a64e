using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Microsoft.Data.SqlClient;
using Workflow.Perf.Measuring;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Perf.Databases;

internal sealed class SqlServerDatabase : Database
{
    /// <summary>The connections of one database, as for PostgreSQL.</summary>
    private const int Connections = 24;

    private static readonly Lazy<string> Server = new(Connect);

    /// <summary>Kept, because the server ends when nothing holds the other end of its input; null for one that the environment names.</summary>
    private static PrivateServer? _private;
    private static int _databases;

    private SqlServerDatabase(string connectionString)
        : base(SqlClientFactory.Instance.CreateDataSource(connectionString))
    {
    }

    public override string Description => string.Create(
        CultureInfo.InvariantCulture,
        $"{Read<string>("SELECT @@VERSION").Split('\n')[0].Trim()}, Microsoft.Data.SqlClient {typeof(SqlConnection).Assembly.GetName().Version!.ToString(3)}"
        + $"{(_private is null ? string.Empty : "; an engine for tests that stands for SQL Server and does not wait for the disk")}");

    public override string Prefix => "workflow.";

    public override string Now => "1893456000000000";

    public static SqlServerDatabase Create()
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"workflow_perf_{Environment.ProcessId}_{++_databases}");
        Execute($"CREATE DATABASE {name}");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Drop(name);
        return new SqlServerDatabase(new SqlConnectionStringBuilder(Server.Value) { InitialCatalog = name, MaxPoolSize = Connections }.ConnectionString);
    }

    public override object IdOf(Guid id) => id;

    public override string TextOf(bool value) => value ? "1" : "0";

    public override long Size() => throw new SkippedException("The size of a database is not measured on SQL Server.");

    private static string Connect()
    {
        if (Environment.GetEnvironmentVariable("WORKFLOW_SQLSERVER") is { Length: > 0 } configured)
        {
            return configured;
        }

        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        string programs = Path.GetFullPath(Path.Combine(folder?.FullName ?? string.Empty, "..", "shared", "tds"));
        if (!File.Exists(Path.Combine(programs, "start")))
        {
            throw new SkippedException("There is no SQL Server: set WORKFLOW_SQLSERVER to a connection string.");
        }

        // It ends with this process, because its script then reads the end of its input.
        _private = PrivateServer.StartAsync("tds", programs, FreePort().ToString(CultureInfo.InvariantCulture)).GetAwaiter().GetResult();
        return _private.Address;
    }

    /// <summary>A private server ends with this process, and its databases with it.</summary>
    private static void Drop(string name)
    {
        if (_private is null)
        {
            SqlConnection.ClearAllPools();
            Execute($"DROP DATABASE IF EXISTS {name}");
        }
    }

    private static void Execute(string statement)
    {
        using SqlConnection connection = new(new SqlConnectionStringBuilder(Server.Value) { InitialCatalog = "master", Pooling = false }.ConnectionString);
        connection.Open();
#pragma warning disable CA2100 // The text has no input but names that this class makes.
        using SqlCommand command = new(statement, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    private static int FreePort()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
