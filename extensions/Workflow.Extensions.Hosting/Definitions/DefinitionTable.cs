namespace Workflow.Extensions.Hosting;

/// <summary>The registered definitions. Immutable.</summary>
internal sealed class DefinitionTable(IReadOnlyList<HostedDefinition> definitions)
{
    private readonly Dictionary<WorkflowIdentity, HostedDefinition> _byIdentity = definitions.ToDictionary(definition => definition.Identity);

    private readonly ILookup<string, HostedDefinition> _byBookmark = definitions
        .SelectMany(definition => definition.Bookmarks.Names.Select(name => (Name: name, Definition: definition)))
        .ToLookup(entry => entry.Name, entry => entry.Definition, StringComparer.Ordinal);

    public IReadOnlyList<HostedDefinition> All => definitions;

    /// <summary>True if the value fits the bookmark in each definition that declares it, so that the definition of the instance need not be known.</summary>
    public bool FitsAll(string bookmark, object? value) =>
        DeclaredBookmarks.PartsOf(bookmark).SelectMany(part => _byBookmark[part]).All(definition => definition.Bookmarks.FindMismatch(bookmark, value) is null);

    /// <summary>Returns the definition of a saved instance; null if it is not registered in this process.</summary>
    public HostedDefinition? Find(WorkflowIdentity? identity) => identity is null ? null : _byIdentity.GetValueOrDefault(identity);

    /// <summary>Returns the definition for a new instance: the given version, or the newest one.</summary>
    /// <exception cref="WorkflowDefinitionNotFoundException">No such definition is registered.</exception>
    public HostedDefinition Get(string name, int? version) =>
        definitions.Where(definition => definition.Name == name && (version is null || definition.Version == version)).MaxBy(definition => definition.Version)
        ?? throw new WorkflowDefinitionNotFoundException(name, version, Known());

    private string Known() =>
        definitions.Count == 0 ? "none" : string.Join(", ", definitions.Select(definition => $"'{definition.Name}' {definition.Version}"));
}
