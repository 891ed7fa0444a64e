namespace Workflow;

/// <summary>A class of state that shipped activities keep besides plain values, identified by a name in the snapshot.</summary>
/// <param name="Name">The name, without namespaces, so that classes can move.</param>
/// <param name="Create">Creates an empty object, which is loaded after all objects were created.</param>
internal sealed record StateKind(string Name, Func<ISavedPart> Create)
{
    /// <summary>A longer name, used if two kinds of a definition have the same name.</summary>
    public string FullName { get; init; } = Name;
}
