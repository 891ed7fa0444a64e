using System.Data;

namespace Workflow.Persistence.Sql;

/// <summary>Classifies and translates the errors of a server. Immutable.</summary>
internal abstract class ServerFailures
{
    /// <summary>
    /// Returns true if the failed call has changed nothing and may succeed when it is repeated, for example after a conflict, or if the server refuses
    /// connections.
    /// </summary>
    public abstract bool IsTransient(Exception failure);

    /// <summary>Returns true if the connection broke, so that the effect of the call is unknown.</summary>
    public abstract bool IsBroken(Exception failure);

    /// <summary>Returns true if the effect of the call is unknown: the connection broke, or the answer did not arrive in time.</summary>
    public abstract bool IsUnanswered(Exception failure);

    /// <summary>Returns true if a repetition of the call may succeed, or determine whether the call has had its effect.</summary>
    public bool IsToBeRepeated(Exception failure) => IsTransient(failure) || IsBroken(failure);

    /// <summary>Returns true if others have changed a row since the transaction began to read.</summary>
    public abstract bool IsOutdated(Exception failure);

    /// <summary>Returns true if the server has rolled back a transaction only because of concurrent transactions.</summary>
    public abstract bool IsContention(Exception failure);

    /// <summary>Returns true if no server could be reached when a connection was opened.</summary>
    public abstract bool IsUnreachable(Exception failure);

    /// <summary>Returns true if a concurrent call has just written the same key or the same instance.</summary>
    public abstract bool IsConflict(Exception failure);

    /// <summary>Returns the exception for the caller.</summary>
    /// <param name="failure">The exception that was thrown.</param>
    /// <param name="database">The database.</param>
    public abstract Exception Translate(Exception failure, ServerDatabase database);

    /// <summary>Returns the cause of a failure of Dapper, whose own message contains the value of the column; otherwise the failure itself.</summary>
    protected static Exception CauseOf(Exception failure) => failure is DataException { InnerException: { } cause } ? cause : failure;

    /// <summary>
    /// Returns the sentence for a statement that names an object which does not exist. Objects outside the schema belong to the application, for example to a
    /// trigger on a table of the store.
    /// </summary>
    /// <param name="text">The message of the server, which names the object.</param>
    /// <param name="schema">The name of the schema.</param>
    protected static string MissingObject(string text, string schema) => text.Contains($"{schema}.", StringComparison.OrdinalIgnoreCase)
        ? $"lacks an object of the schema '{schema}': {text}; call 'EnsureSchemaAsync' if the schema was removed, or else restore the object with the scripts of the package or from a backup."
        : $"lacks an object that a statement names and that does not belong to the schema '{schema}': {text}; create it, or correct the trigger or view that uses it.";
}
