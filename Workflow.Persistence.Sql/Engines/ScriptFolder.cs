using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;

namespace Workflow.Persistence.Sql;

/// <summary>The SQL files of one engine, which are resources of this assembly, with a schema name inserted. Immutable.</summary>
/// <remarks>
/// The files use the schema name 'workflow', so that they can be read and executed unchanged. Files in 'Schema' are versions of the schema and are executed as
/// a whole. All other files contain statements, each after a line '-- statement: name'.
/// </remarks>
internal sealed partial class ScriptFolder
{
    private readonly Dictionary<string, string> _statements = [];

    /// <summary>Reads the files of an engine.</summary>
    /// <param name="engine">The name of the folder, such as 'Sqlite'.</param>
    /// <param name="schemaName">The name that replaces 'workflow'.</param>
    /// <param name="quotes">
    /// The quotation marks for a schema name, which may be a keyword of the engine; empty if the schema name is a prefix of other names.
    /// </param>
    public ScriptFolder(string engine, string schemaName, string quotes = "")
    {
        string quoted = quotes.Length == 0 ? schemaName : $"{quotes[0]}{schemaName}{quotes[1]}";
        SortedList<int, string> versions = [];
        string folder = $"Engines/{engine}/";
        foreach (string resource in Assembly.GetExecutingAssembly().GetManifestResourceNames())
        {
            string path = resource.Replace('\\', '/');
            if (!path.StartsWith(folder, StringComparison.Ordinal))
            {
                continue;
            }

            string text = DefaultName().Replace(Read(resource), name => (name.Value[^1] is '.' or ';' ? quoted : schemaName) + name.Value[^1]);
            if (path.StartsWith(folder + "Schema/", StringComparison.Ordinal))
            {
                versions.Add(int.Parse(Path.GetFileNameWithoutExtension(path), CultureInfo.InvariantCulture), text);
            }
            else
            {
                AddStatements(text);
            }
        }

        Versions = [.. versions.Values];
    }

    /// <summary>The scripts that create and upgrade the schema, starting with version 1.</summary>
    public IReadOnlyList<string> Versions { get; }

    /// <summary>Returns a statement by its name.</summary>
    public string this[string name] => _statements[name];

    private void AddStatements(string text)
    {
        string? name = null;
        StringBuilder statement = new();
        foreach (string line in text.Split('\n', StringSplitOptions.TrimEntries))
        {
            if (line.StartsWith("-- statement: ", StringComparison.Ordinal))
            {
                Add();
                name = line["-- statement: ".Length..];
            }
            else if (!line.StartsWith("--", StringComparison.Ordinal) && line.Length > 0)
            {
                statement.Append(line).Append('\n');
            }
        }

        Add();

        void Add()
        {
            if (name is not null)
            {
                _statements.Add(name, statement.ToString());
            }

            statement.Clear();
        }
    }

    private static string Read(string resource)
    {
        using StreamReader reader = new(Assembly.GetExecutingAssembly().GetManifestResourceStream(resource)!);
        return reader.ReadToEnd();
    }

    [GeneratedRegex(@"\bworkflow[._;']", RegexOptions.NonBacktracking)]
    private static partial Regex DefaultName();
}
