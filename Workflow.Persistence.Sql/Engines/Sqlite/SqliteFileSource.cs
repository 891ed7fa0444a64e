using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Opens connections whose file name does not depend on the current directory, which applies to the whole process and can change between two connections.
/// Relative names are resolved against the directories at the time of the creation of this object. Thread-safe.
/// </summary>
/// <remarks>This file is compiled into each assembly that opens SQLite files with a driver that it does not reference.</remarks>
/// <param name="source">The source of the connections.</param>
internal sealed class SqliteFileSource(DbDataSource source) : DbDataSource
{
    private const string Uri = "file:", DirectoryMacro = "|DataDirectory|";

    /// <summary>The keywords of a connection string that name the file.</summary>
    public static readonly string[] FileKeys = ["Data Source", "DataSource", "Filename"];

    private readonly string _currentDirectory = Environment.CurrentDirectory;

    /// <summary>The directory against which the driver resolves relative names other than URIs, if the process has set it.</summary>
    private readonly string? _dataDirectory =
        AppDomain.CurrentDomain.GetData("DataDirectory") is string { Length: > 0 } directory ? Path.GetFullPath(directory) : null;

    public override string ConnectionString => source.ConnectionString;

    protected override DbConnection CreateDbConnection()
    {
        DbConnection connection = source.CreateConnection();
        if (AbsoluteSettings(connection.ConnectionString) is { } settings)
        {
            connection.ConnectionString = settings;
        }

        return connection;
    }

    // The source opens the connection if possible, because it may do more than open it, for example set a key.
    protected override DbConnection OpenDbConnection() =>
        AbsoluteSettings(source.ConnectionString) is null ? source.OpenConnection() : base.OpenDbConnection();

    protected override ValueTask<DbConnection> OpenDbConnectionAsync(CancellationToken cancellationToken = default) =>
        AbsoluteSettings(source.ConnectionString) is null ? source.OpenConnectionAsync(cancellationToken) : base.OpenDbConnectionAsync(cancellationToken);

    /// <summary>Returns the connection string with an absolute file name; null if the name need not be changed.</summary>
    private string? AbsoluteSettings(string text)
    {
        DbConnectionStringBuilder settings = new() { ConnectionString = text };
        if (IsInMemory(settings)
            || Array.Find(FileKeys, settings.ContainsKey) is not { } key
            || settings[key] is not string name
            || AbsoluteOf(name) is not { } absolute)
        {
            return null;
        }

        settings[key] = absolute;
        return settings.ConnectionString;
    }

    private static bool IsInMemory(DbConnectionStringBuilder settings) =>
        settings.TryGetValue("Mode", out object? mode) && "Memory".Equals(mode as string, StringComparison.OrdinalIgnoreCase);

    /// <summary>Returns the absolute name; null if the name is already absolute, or is not the name of a file.</summary>
    private string? AbsoluteOf(string name)
    {
        if (name.Length == 0 || name.Equals(":memory:", StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        if (name.StartsWith(Uri, StringComparison.Ordinal))
        {
            return AbsoluteOfUri(name[Uri.Length..]);
        }

        if (_dataDirectory is not null && name.StartsWith(DirectoryMacro, StringComparison.InvariantCultureIgnoreCase))
        {
            return Path.Combine(_dataDirectory, name[DirectoryMacro.Length..]);
        }

        if (Path.IsPathFullyQualified(name))
        {
            return null;
        }

        // On Windows, a name can have a root without a drive. Parts such as '..' are not resolved, because their meaning differs behind a symbolic link.
        string directory = _dataDirectory ?? _currentDirectory;
        return Path.IsPathRooted(name) ? Path.GetFullPath(name, directory) : Path.Combine(directory, name);
    }

    private string? AbsoluteOfUri(string rest)
    {
        int end = rest.AsSpan().IndexOfAny('?', '#');
        (string path, string query) = end < 0 ? (rest, string.Empty) : (rest[..end], rest[end..]);
        if (path.Length == 0
            || path[0] == '/'
            || path == ":memory:"
            || query.Contains("mode=memory", StringComparison.Ordinal)
            || Path.IsPathFullyQualified(System.Uri.UnescapeDataString(path)))
        {
            return null;
        }

        IEnumerable<string> folders = _currentDirectory
            .Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries)
            .Select(System.Uri.EscapeDataString);
        return $"{Uri}/{string.Join('/', folders)}/{path}{query}";
    }
}
