namespace Workflow;

/// <summary>A class of state that shipped activities keep in a run beside plain values, as a snapshot names it.</summary>
/// <param name="Name">The name, unique in a definition; never the name of a type.</param>
/// <param name="Create">Makes an empty object, which is loaded when all others have been made too.</param>
internal sealed record StateKind(string Name, Func<ISavedPart> Create);
