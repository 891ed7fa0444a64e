namespace Workflow.Persistence.Sql;

/// <summary>The components of the calls to a server. Immutable.</summary>
/// <param name="Database">The database.</param>
/// <param name="Owners">Manages owners.</param>
/// <param name="Saving">Executes saves and unlocks.</param>
/// <param name="Loading">Executes loads.</param>
/// <param name="Unacknowledged">Tracks loads whose answers were lost.</param>
/// <param name="Messages">Manages messages and requests.</param>
internal sealed record ServerParts(
    ServerDatabase Database, ServerOwners Owners, ServerSaving Saving, ServerLoading Loading, UnacknowledgedLoads Unacknowledged, ServerMessages Messages);
