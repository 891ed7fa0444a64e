namespace Workflow.Architecture.Tests.Rules;

/// <summary>The table of folders of Workflow.Persistence.Sql. docs/contribute/architecture.md describes each folder.</summary>
internal static class SqlFolders
{
    public static readonly FolderTable Table = new(
        new Dictionary<string, string[]>
        {
            ["Encoding"] = [],
            ["Engines"] = [],
            ["Engines/ClientServer"] = ["Engines"],
            ["Engines/PostgreSql"] = ["Engines", "Engines/ClientServer"],
            ["Engines/SqlServer"] = ["Engines", "Engines/ClientServer"],
            ["Engines/Sqlite"] = ["Engines"],
            ["Options"] = [],
            ["Owners"] = [],
            ["Promotion"] = [],
            ["Reporting"] = [],
            ["Requests"] = [],
            ["Results"] = [],
            ["Store"] = [],
            ["Transactions"] = [],
        });
}
