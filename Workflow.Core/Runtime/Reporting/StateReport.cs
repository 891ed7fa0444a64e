using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>The request of one participant for records of one state of one activity.</summary>
/// <param name="Query">The query that requests the records.</param>
/// <param name="Values">The arguments and variables in the records; null if there are none.</param>
internal sealed record StateReport(ActivityStateQuery Query, ValueReport? Values);
