namespace Workflow.Tracking;

/// <summary>The states that an <see cref="ActivityStateRecord"/> reports and an <see cref="ActivityStateQuery"/> names.</summary>
public static class ActivityStates
{
    /// <summary>The activity begins to execute; its arguments are evaluated.</summary>
    public const string Executing = nameof(Executing);

    /// <summary>It completed.</summary>
    public const string Closed = nameof(Closed);

    /// <summary>It ended canceled.</summary>
    public const string Canceled = nameof(Canceled);

    /// <summary>It ended by an exception.</summary>
    public const string Faulted = nameof(Faulted);
}
