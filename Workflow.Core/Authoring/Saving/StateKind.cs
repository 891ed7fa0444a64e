namespace Workflow;

/// <summary>A class of state that shipped activities keep besides plain values, by its name in a snapshot.</summary>
/// <param name="Name">The name, unique in a definition; never the name of a type.</param>
/// <param name="Create">Creates an empty object, which is loaded after all objects were created.</param>
internal sealed record StateKind(string Name, Func<ISavedPart> Create);
