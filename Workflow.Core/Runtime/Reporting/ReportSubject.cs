using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>An activity of a program as the profiles of a set of participants see it; made when the activity is reported for the first time.</summary>
internal sealed class ReportSubject(TrackedActivity activity, int depth)
{
    public readonly TrackedActivity Activity = activity;

    /// <summary>In how many implementations it lies.</summary>
    public readonly int Depth = depth;

    public ReportKinds Kinds;

    /// <summary>What each participant wants of its states: <see cref="ReportPlan.States"/> places a participant; null for what it does not want.</summary>
    public StateReport?[] States = [];
}
