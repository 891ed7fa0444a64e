namespace Workflow.Persistence.Sql;

/// <summary>What the calls on a server are made of. Immutable.</summary>
/// <param name="Database">The database.</param>
/// <param name="Owners">Owners.</param>
/// <param name="Saving">Saves and unlocks.</param>
/// <param name="Loading">Loads.</param>
/// <param name="Lost">Loads whose answers were lost.</param>
/// <param name="Messages">Messages and requests.</param>
internal sealed record ServerParts(ServerDatabase Database, ServerOwners Owners, ServerSaving Saving, ServerLoading Loading, LostLoads Lost, ServerMessages Messages);
