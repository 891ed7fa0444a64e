using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Creates the exception for a snapshot that cannot be read.</summary>
internal static class ReadFailure
{
    /// <param name="problem">The problem with the snapshot, with the name of the member or value.</param>
    /// <param name="valueName">The member or value; null if the problem concerns none in particular.</param>
    /// <param name="activityName">The activity that the value belongs to; null if the problem concerns none in particular.</param>
    /// <param name="advice">The remedy; null for damaged data, for which the message states that the saved state was not changed.</param>
    /// <param name="inner">The cause; null if there is none.</param>
    public static SnapshotException Create(
        string problem, string? valueName = null, string? activityName = null, string? advice = null, Exception? inner = null) =>
        new($"The snapshot cannot be read: {problem}; {advice ?? "the saved state was not changed"}.", valueName, activityName, inner);
}
