namespace Workflow.Persistence.Sql;

/// <summary>What the errors of a server mean, and what to do about them. Immutable.</summary>
internal abstract class ServerFailures
{
    /// <summary>Whether a call that failed like this has changed nothing, and may succeed when it is repeated: conflicts, and a server that refuses connections.</summary>
    public abstract bool IsTransient(Exception failure);

    /// <summary>Whether the connection broke, so that nobody knows whether the call had its effect.</summary>
    public abstract bool IsBroken(Exception failure);

    /// <summary>Whether nobody knows if the call had its effect: the connection broke, or the answer did not come in time.</summary>
    public abstract bool IsUnanswered(Exception failure);

    /// <summary>Whether the same call, repeated, may succeed or find out whether it has had its effect.</summary>
    public bool IsToBeRepeated(Exception failure) => IsTransient(failure) || IsBroken(failure);

    /// <summary>Whether others have changed a row since the transaction began to read.</summary>
    public abstract bool IsOutdated(Exception failure);

    /// <summary>Whether the server has rolled back a transaction only because of others that ran at the same time.</summary>
    public abstract bool IsContention(Exception failure);

    /// <summary>Whether no server was found, when a connection was to be opened.</summary>
    public abstract bool IsUnreachable(Exception failure);

    /// <summary>Whether another call has written the same key or the same instance just now.</summary>
    public abstract bool IsConflict(Exception failure);

    /// <summary>The failure for the caller.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="database">The database.</param>
    public abstract Exception Translate(Exception failure, ServerDatabase database);
}
