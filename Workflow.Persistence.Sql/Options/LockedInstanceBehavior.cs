namespace Workflow.Persistence.Sql;

/// <summary>What a load does when the instance is locked.</summary>
public enum LockedInstanceBehavior
{
    /// <summary>It throws an <see cref="InstanceLockedException"/> at once.</summary>
    Fail = 0,

    /// <summary>It tries again every five seconds until it succeeds or is canceled.</summary>
    BasicRetry = 1,

    /// <summary>It tries again after 100 milliseconds, then after growing random times up to ten seconds, until it succeeds or is canceled.</summary>
    AggressiveRetry = 2,
}
