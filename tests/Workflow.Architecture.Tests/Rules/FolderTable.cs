using System.Text.RegularExpressions;
using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>
/// The table of the folders inside the rooms. It lists exactly the folders of its own room that each folder uses, and has no cycle.
/// </summary>
/// <param name="uses">The folders of its room that each folder uses.</param>
/// <param name="clusters">Folders that form one layer with their sub-folders, each with its exceptions: types that could lie outside; null if there are none.</param>
/// <param name="cycles">The cycles of today, as sets of folders. A set can lose folders and cannot get more.</param>
internal sealed partial class FolderTable(
    IReadOnlyDictionary<string, string[]> uses, IReadOnlyDictionary<string, string[]>? clusters = null, IReadOnlyList<string[]>? cycles = null)
{
    private readonly IReadOnlyDictionary<string, string[]> _clusters = clusters ?? new Dictionary<string, string[]>();
    private readonly IReadOnlyList<string[]> _cycles = cycles ?? [];

    /// <summary>The lines of the rooms that have several folders. The page of the architecture has a line for each of them.</summary>
    public IReadOnlyDictionary<string, string[]> Divided => uses
        .GroupBy(static line => new Place(line.Key).Room)
        .Where(static room => room.Count() > 1)
        .SelectMany(static room => room)
        .ToDictionary(static line => line.Key, static line => line.Value);

    /// <summary>Returns the table of a package in which each room is one folder.</summary>
    public static FolderTable OneForEachOf(RoomTable rooms) => new(rooms.MayUse.Keys.ToDictionary(static room => room, static _ => Array.Empty<string>()));

    /// <summary>
    /// Returns uses that are not in the table, entries of the table without a use, and folders that are only in the table or only in the code.
    /// </summary>
    public IReadOnlyList<string> Differences(IReadOnlyCollection<TypeNode> types, IEnumerable<Dependency> dependencies)
    {
        HashSet<string> folders = [.. types.Select(type => LayerOf(type.Place))];
        ILookup<(string From, string To), Dependency> found = InsideRooms(dependencies).ToLookup(use => (LayerOf(use.FromPlace), LayerOf(use.ToPlace)));
        return
        [
            .. folders.Except(uses.Keys).Order(StringComparer.Ordinal).Select(folder => $"{folder} is not in the table"),
            .. uses.Keys.Except(folders).Order(StringComparer.Ordinal).Select(folder => $"{folder} is in the table and has no types"),
            .. found.Where(edge => uses.TryGetValue(edge.Key.From, out string[]? allowed) && !allowed.Contains(edge.Key.To))
                .Select(edge => edge.First().ToString()),
            .. uses.SelectMany(line => line.Value.Where(to => !found.Contains((line.Key, to)))
                .Select(to => $"{line.Key} -> {to} is in the table and in no type")),
        ];
    }

    /// <summary>
    /// Returns the uses that are part of a cycle, one for each pair of folders, without those in a known cycle, and the folders of known cycles that are in
    /// no cycle with the others.
    /// </summary>
    public IReadOnlyList<string> CyclicUses(IEnumerable<Dependency> dependencies)
    {
        ILookup<(string From, string To), Dependency> found = InCycles(dependencies).ToLookup(use => (LayerOf(use.FromPlace), LayerOf(use.ToPlace)));
        return
        [
            .. found.Where(edge => !_cycles.Any(cycle => cycle.Contains(edge.Key.From) && cycle.Contains(edge.Key.To)))
                .Select(edge => $"{edge.First()} closes a cycle"),
            .. _cycles.SelectMany(cycle => cycle.Where(folder => !found.Any(edge => edge.Key.From == folder && cycle.Contains(edge.Key.To)))
                .Select(folder => $"{folder} is in no cycle; remove it from the known cycles")),
        ];
    }

    /// <summary>Returns the files in rooms of the table that a page names and that do not exist.</summary>
    public IReadOnlyList<string> MissingFiles(string page, Func<string, bool> exists) =>
    [
        .. SourcePath().Matches(page).Select(match => match.Groups[1].Value)
            .Where(path => uses.Keys.Any(folder => new Place(folder).Room == Place.Of(path).Room) && !exists(path))
            .Select(path => $"{path} does not exist"),
    ];

    /// <summary>
    /// Returns the types of a cluster that are in no cycle with its other types, and the exceptions that are not needed.
    /// A separate layer could hold such types; a cluster is only for types that cannot be separated.
    /// </summary>
    public IReadOnlyList<string> Separable(IReadOnlyCollection<TypeNode> types, IReadOnlyCollection<Dependency> dependencies) =>
    [
        .. _clusters.SelectMany(cluster =>
        {
            string[] members = [.. types.Where(type => LayerOf(type.Place) == cluster.Key).Select(type => type.Name)];
            IReadOnlyList<string> core = Cycles.In(dependencies.Where(use => LayerOf(use.FromPlace) == cluster.Key && LayerOf(use.ToPlace) == cluster.Key)
                .Select(use => (use.From, use.To))).FirstOrDefault([]);
            return members.Except(core).Except(cluster.Value).Select(type => $"{type} could lie outside of {cluster.Key}")
                .Concat(cluster.Value.Where(stays => core.Contains(stays) || !members.Contains(stays))
                    .Select(stays => $"{stays} is an exception of {cluster.Key} and needs none"));
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
            .. inside.Where(use => groups.TryGetValue(LayerOf(use.FromPlace), out int from)
                && groups.TryGetValue(LayerOf(use.ToPlace), out int to)
                && from == to),
        ];
    }

    private IEnumerable<Dependency> InsideRooms(IEnumerable<Dependency> dependencies) =>
        dependencies.Where(use => use.FromPlace.Room == use.ToPlace.Room && LayerOf(use.FromPlace) != LayerOf(use.ToPlace));

    private string LayerOf(Place place) =>
        _clusters.Keys.FirstOrDefault(cluster => place.Folder.StartsWith(cluster + "/", StringComparison.Ordinal)) ?? place.Folder;

    [GeneratedRegex(@"`(\w+(?:/\w+)*/[\w.]+\.cs)`")]
    private static partial Regex SourcePath();
}
