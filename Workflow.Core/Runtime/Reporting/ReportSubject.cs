using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>An activity of a program as the profiles of a set of participants see it. Created when the activity is first reported.</summary>
internal sealed class ReportSubject(TrackedActivity activity, int depth)
{
    public readonly TrackedActivity Activity = activity;

    /// <summary>The number of implementations that contain the activity.</summary>
    public readonly int Depth = depth;

    public WantedRecords Kinds;

    /// <summary>
    /// The records that each participant requests for the states of the activity, indexed by <see cref="ReportPlan.IndexOf"/>; null where a participant
    /// requests none.
    /// </summary>
    public StateReport?[] States = [];
}
