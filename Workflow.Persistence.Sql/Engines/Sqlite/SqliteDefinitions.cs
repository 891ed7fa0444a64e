using System.Data.Common;
using System.Text.Json;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Caches the definitions in the database by number; number 0 stands for no definition. Definition rows are only added, so a refresh reads only later rows.
/// </summary>
internal sealed class SqliteDefinitions
{
    private readonly Dictionary<long, WorkflowIdentity?> _identities = [];
    private readonly Dictionary<string, long> _numbers = [];
    private long _last = long.MinValue;

    /// <summary>Returns the number of a definition, and assigns one if there is none.</summary>
    public long NumberOf(SqliteSession session, WorkflowIdentity? identity)
    {
        if (identity is null)
        {
            return 0;
        }

        string text = identity.ToString();
        if (_numbers.TryGetValue(text, out long number))
        {
            return number;
        }

        session.Execute("AddDefinition", new { identity = text, name = identity.Name, version = identity.Version?.ToString(), package = identity.Package });
        Refresh(session);
        return _numbers[text];
    }

    /// <summary>Returns the definition with a number.</summary>
    /// <exception cref="KeyNotFoundException">There is no such definition.</exception>
    public WorkflowIdentity? IdentityOf(SqliteSession session, long number)
    {
        if (!_identities.ContainsKey(number))
        {
            Refresh(session);
        }

        return _identities[number];
    }

    /// <summary>
    /// Returns the numbers of the definitions that an owner accepts, except the skipped ones, as a JSON array; null if all are accepted.
    /// </summary>
    public string? AdmittedBy(SqliteSession session, InstanceOwnerOptions owner, IReadOnlyCollection<WorkflowIdentity> excluded)
    {
        if (owner.Filter == WorkflowIdentityFilter.Any && excluded.Count == 0)
        {
            return null;
        }

        Refresh(session);
        return JsonSerializer.Serialize(_identities
            .Where(definition => owner.Admits(definition.Value) && !(definition.Value is { } identity && excluded.Contains(identity)))
            .Select(definition => definition.Key));
    }

    public void Clear()
    {
        _identities.Clear();
        _numbers.Clear();
        _last = long.MinValue;
    }

    private void Refresh(SqliteSession session)
    {
        // Prepared, because each load of an owner that takes some definitions only reads the later rows.
        using DbDataReader reader = session["Definitions"].Set("@after", _last).Read();
        while (reader.Read())
        {
            // A damaged row is ignored, so that its instances cannot be read but all others can.
            long number = reader.GetInt64(0);
            if (number == 0)
            {
                _identities[number] = null;
            }
            else if (reader["identity"] is string text && WorkflowIdentity.TryParse(text, out WorkflowIdentity? identity))
            {
                _identities[number] = identity;
                _numbers[text] = number;
            }

            _last = number;
        }
    }
}
