using System.Globalization;
using Microsoft.Data.SqlClient;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Databases;

internal sealed class SqlServerDatabase : Database
{
    /// <summary>The maximum number of connections to one database, as for PostgreSQL.</summary>
    private const int Connections = 24;

    private static readonly Lazy<string> Server = new(Connect);

    private static int _databases;

    private SqlServerDatabase(string connectionString)
        : base(SqlClientFactory.Instance.CreateDataSource(connectionString))
    {
    }

    public override string Description => string.Create(
        CultureInfo.InvariantCulture,
        $"{Read<string>("SELECT @@VERSION").Split('\n')[0].Trim()}, Microsoft.Data.SqlClient {typeof(SqlConnection).Assembly.GetName().Version!.ToString(3)}");

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

    private static string Connect() => Environment.GetEnvironmentVariable("WORKFLOW_SQLSERVER") is { Length: > 0 } configured
        ? configured
        : throw new SkippedException("There is no SQL Server: set WORKFLOW_SQLSERVER to a connection string.");

    private static void Drop(string name)
    {
        SqlConnection.ClearAllPools();
        Execute($"DROP DATABASE IF EXISTS {name}");
    }

    private static void Execute(string statement)
    {
        using SqlConnection connection = new(new SqlConnectionStringBuilder(Server.Value) { InitialCatalog = "master", Pooling = false }.ConnectionString);
        connection.Open();
#pragma warning disable CA2100 // The text contains only names that this class creates.
        using SqlCommand command = new(statement, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}
