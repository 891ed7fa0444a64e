using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Creates the exception for a snapshot that cannot be read.</summary>
internal static class ReadFailure
{
    /// <param name="problem">What is wrong with the snapshot, with the name of the member or value.</param>
    /// <param name="valueName">The member or value; null: none in particular.</param>
    /// <param name="activityName">The activity that the value belongs to; null: none in particular.</param>
    /// <param name="advice">What to do; null for damaged data, for which the message says that the saved state was not changed.</param>
    /// <param name="inner">The cause; may be null.</param>
    public static SnapshotException Create(string problem, string? valueName = null, string? activityName = null, string? advice = null, Exception? inner = null) =>
        new($"The snapshot cannot be read: {problem}; {advice ?? "the saved state was not changed"}.", valueName, activityName, inner);
}
