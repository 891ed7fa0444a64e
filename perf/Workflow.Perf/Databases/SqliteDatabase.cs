using System.Globalization;
using Microsoft.Data.Sqlite;

namespace Workflow.Perf.Databases;

internal sealed class SqliteDatabase : Database
{
    private static readonly Lazy<string> Folder = new(NewFolder);
    private static int _files;

    private SqliteDatabase(string connectionString)
        : base(SqliteFactory.Instance.CreateDataSource(connectionString))
    {
    }

    public override string Description
    {
        get
        {
            using SqliteConnection connection = new("Data Source=:memory:");
            connection.Open();
            return $"SQLite {connection.ServerVersion}, Microsoft.Data.Sqlite {typeof(SqliteConnection).Assembly.GetName().Version!.ToString(3)}; a file with WAL and synchronous = FULL";
        }
    }

    public override string Prefix => "workflow_";

    public override string Now => "1893456000000000";

    public static SqliteDatabase Create()
    {
        string file = Path.Combine(Folder.Value, string.Create(CultureInfo.InvariantCulture, $"{++_files}.db"));
        return OfFile(file);
    }

    /// <summary>Opens the database in a file, which is not deleted when this process ends.</summary>
    public static SqliteDatabase OfFile(string file) => new(new SqliteConnectionStringBuilder { DataSource = file, Pooling = false }.ToString());

    public override object IdOf(Guid id) => id.ToString();

    public override string TextOf(bool value) => value ? "1" : "0";

    public override long Size()
    {
        Run("PRAGMA wal_checkpoint(TRUNCATE)");
        return Read<long>("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    }

    private static string NewFolder()
    {
        string name = Directory.CreateTempSubdirectory("workflow-perf-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(name, recursive: true);
        return name;
    }
}
