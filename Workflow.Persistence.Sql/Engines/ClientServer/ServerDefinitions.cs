using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Caches the definitions in the database by number; number 0 stands for no definition. Definition rows are only added, so cached entries remain valid.
/// Thread-safe.
/// </summary>
internal sealed class ServerDefinitions(ServerDatabase database)
{
    private volatile IReadOnlyDictionary<int, WorkflowIdentity?> _identities = new Dictionary<int, WorkflowIdentity?>();
    private volatile IReadOnlyDictionary<string, int> _numbers = new Dictionary<string, int>();

    public bool IsKnown(int number) => _identities.ContainsKey(number);

    /// <summary>Returns the definition with a number, which must be known.</summary>
    public WorkflowIdentity? IdentityOf(int number) => _identities[number];

    /// <summary>Returns the numbers of the known definitions that an owner accepts, or of those that it does not accept.</summary>
    public int[] Of(InstanceOwnerOptions owner, bool isAdmitted) =>
        [.. _identities.Where(definition => owner.Admits(definition.Value) == isAdmitted).Select(definition => definition.Key)];

    /// <summary>Returns the number of a definition; null if it is not known yet.</summary>
    public int? NumberOf(WorkflowIdentity? identity) =>
        identity is null ? 0 : _numbers.TryGetValue(identity.ToString(), out int number) ? number : null;

    /// <summary>Adds a definition to the database if it is missing, on a connection outside any transaction.</summary>
    public async Task AddAsync(WorkflowIdentity identity, CancellationToken cancellationToken)
    {
        DbConnection connection = await database.OpenAsync(cancellationToken).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            ServerStatement add = new(
                "AddDefinition",
                new { identity = identity.ToString(), name = identity.Name, version = identity.Version?.ToString(), package = identity.Package });
            await database.ExecuteAsync(connection, add, cancellationToken).ConfigureAwait(false);
            await RefreshAsync(connection, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Reads all definitions, on the connection of the call that needs them: if as many calls as the pool has connections each waited for a second connection,
    /// they would deadlock. Definitions whose text cannot be parsed are omitted, so that no instance is locked that cannot be loaded.
    /// </summary>
    public async Task RefreshAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        Dictionary<int, WorkflowIdentity?> identities = [];
        Dictionary<string, int> numbers = [];
        ServerStatement definitions = new("Definitions");
        foreach ((int number, string? text) in await database.QueryAsync<(int, string?)>(connection, definitions, cancellationToken).ConfigureAwait(false))
        {
            if (text is null && number == 0)
            {
                identities[number] = null;
            }
            else if (text is not null && WorkflowIdentity.TryParse(text, out WorkflowIdentity? identity))
            {
                identities[number] = identity;
                numbers[text] = number;
            }
        }

        _identities = identities;
        _numbers = numbers;
    }
}
