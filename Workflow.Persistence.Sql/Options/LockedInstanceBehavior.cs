namespace Workflow.Persistence.Sql;

/// <summary>The behavior of a load of a locked instance.</summary>
public enum LockedInstanceBehavior
{
    /// <summary>The load throws an <see cref="InstanceLockedException"/> at once.</summary>
    Fail = 0,

    /// <summary>The load retries every five seconds until it succeeds or is canceled.</summary>
    BasicRetry = 1,

    /// <summary>The load retries after 100 milliseconds, then at increasing random intervals of up to ten seconds, until it succeeds or is canceled.</summary>
    AggressiveRetry = 2,
}
