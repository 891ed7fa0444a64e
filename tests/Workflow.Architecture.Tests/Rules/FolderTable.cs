using System.Text.RegularExpressions;
using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>
/// The folders inside the rooms. The table says which folders of its own room each one uses, no more and no less, and it has no cycle.
/// </summary>
/// <param name="uses">Which folders of its room each folder uses.</param>
/// <param name="clusters">Folders whose sub-folders are chapters of one layer, each with the types that stay there although they could lie outside.</param>
internal sealed partial class FolderTable(IReadOnlyDictionary<string, string[]> uses, IReadOnlyDictionary<string, string[]> clusters)
{
    /// <summary>Uses that the table does not have, lines of the table that nothing uses, and folders that are on one side only.</summary>
    public IReadOnlyList<string> Differences(IReadOnlyCollection<TypeNode> types, IEnumerable<Dependency> dependencies)
    {
        HashSet<string> folders = [.. types.Select(type => LayerOf(type.Place))];
        ILookup<(string From, string To), Dependency> found = InsideRooms(dependencies).ToLookup(use => (LayerOf(use.FromPlace), LayerOf(use.ToPlace)));
        return
        [
            .. folders.Except(uses.Keys).Order(StringComparer.Ordinal).Select(folder => $"{folder} is not in the table"),
            .. uses.Keys.Except(folders).Order(StringComparer.Ordinal).Select(folder => $"{folder} is in the table and has no types"),
            .. found.Where(edge => uses.TryGetValue(edge.Key.From, out string[]? allowed) && !allowed.Contains(edge.Key.To)).Select(edge => edge.First().ToString()),
            .. uses.SelectMany(line => line.Value.Where(to => !found.Contains((line.Key, to))).Select(to => $"{line.Key} -> {to} is in the table and in no type")),
        ];
    }

    /// <summary>Uses that form cycles, one for each pair of folders.</summary>
    public IReadOnlyList<string> CyclicUses(IEnumerable<Dependency> dependencies) =>
    [
        .. InCycles(dependencies).ToLookup(use => (LayerOf(use.FromPlace), LayerOf(use.ToPlace))).Select(edge => $"{edge.First()} closes a cycle"),
    ];

    /// <summary>Folders of the table that a page has no line for.</summary>
    public IReadOnlyList<string> NotOn(IEnumerable<string> page)
    {
        HashSet<string> described = [.. page.Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Split('`')[1])];
        return [.. uses.Keys.Where(folder => !described.Contains(folder)).Select(folder => $"{folder} has no line")];
    }

    /// <summary>Files of the rooms of the table that a page names and that do not exist.</summary>
    public IReadOnlyList<string> MissingFiles(string page, Func<string, bool> exists) =>
    [
        .. SourcePath().Matches(page).Select(match => match.Groups[1].Value)
            .Where(path => uses.Keys.Any(folder => new Place(folder).Room == Place.Of(path).Room) && !exists(path))
            .Select(path => $"{path} does not exist"),
    ];

    /// <summary>
    /// Types of a cluster that are in no cycle with the rest of it, so that a layer of their own could hold them. A cluster is for types that cannot be
    /// separated, and must not become the place for everything.
    /// </summary>
    public IReadOnlyList<string> Separable(IReadOnlyCollection<TypeNode> types, IReadOnlyCollection<Dependency> dependencies) =>
    [
        .. clusters.SelectMany(cluster =>
        {
            string[] members = [.. types.Where(type => LayerOf(type.Place) == cluster.Key).Select(type => type.Name)];
            IReadOnlyList<string> core = Cycles.In(dependencies.Where(use => LayerOf(use.FromPlace) == cluster.Key && LayerOf(use.ToPlace) == cluster.Key)
                .Select(use => (use.From, use.To))).FirstOrDefault([]);
            return members.Except(core).Except(cluster.Value).Select(type => $"{type} could lie outside of {cluster.Key}")
                .Concat(cluster.Value.Where(stays => core.Contains(stays) || !members.Contains(stays)).Select(stays => $"{stays} is an exception of {cluster.Key} and needs none"));
        }),
    ];

    private List<Dependency> InCycles(IEnumerable<Dependency> dependencies)
    {
        Dependency[] inside = [.. InsideRooms(dependencies)];
        Dictionary<string, int> groups = Cycles.In(inside.Select(use => (LayerOf(use.FromPlace), LayerOf(use.ToPlace))))
            .SelectMany((group, number) => group.Select(folder => (folder, number)))
            .ToDictionary(member => member.folder, member => member.number);
        return
        [
            .. inside.Where(use => groups.TryGetValue(LayerOf(use.FromPlace), out int from) && groups.TryGetValue(LayerOf(use.ToPlace), out int to) && from == to),
        ];
    }

    private IEnumerable<Dependency> InsideRooms(IEnumerable<Dependency> dependencies) =>
        dependencies.Where(use => use.FromPlace.Room == use.ToPlace.Room && LayerOf(use.FromPlace) != LayerOf(use.ToPlace));

    private string LayerOf(Place place) =>
        clusters.Keys.FirstOrDefault(cluster => place.Folder.StartsWith(cluster + "/", StringComparison.Ordinal)) ?? place.Folder;

    [GeneratedRegex(@"`(\w+(?:/\w+)*/[\w.]+\.cs)`")]
    private static partial Regex SourcePath();
}
