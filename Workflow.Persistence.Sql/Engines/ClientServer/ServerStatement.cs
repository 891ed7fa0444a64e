using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A statement outside the hot paths of saves, loads and messages. Dapper sends it, and it is not prepared.</summary>
/// <param name="Names">The names of its texts, separated by spaces.</param>
/// <param name="Parameters">An object whose properties are the parameters; null for none.</param>
internal sealed record ServerStatement(string Names, object? Parameters = null)
{
    /// <summary>The transaction that was begun on the connection; null for none, or for one of <see cref="System.Transactions"/>.</summary>
    public DbTransaction? Transaction { get; init; }

    /// <summary>True if large tables must be read by index, regardless of outdated or missing statistics.</summary>
    public bool UsesIndexPlans { get; init; }
}
