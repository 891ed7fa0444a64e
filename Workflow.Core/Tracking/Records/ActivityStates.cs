namespace Workflow.Tracking;

/// <summary>The states that an <see cref="ActivityStateRecord"/> reports and an <see cref="ActivityStateQuery"/> names.</summary>
public static class ActivityStates
{
    /// <summary>The activity begins to execute; its arguments are evaluated.</summary>
    public const string Executing = nameof(Executing);

    /// <summary>The activity completed.</summary>
    public const string Closed = nameof(Closed);

    /// <summary>The activity ended canceled.</summary>
    public const string Canceled = nameof(Canceled);

    /// <summary>The activity ended with an exception.</summary>
    public const string Faulted = nameof(Faulted);
}
