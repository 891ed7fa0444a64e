using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>What one participant wants to be told of one state of one activity.</summary>
/// <param name="Query">The query that asks for it.</param>
/// <param name="Values">The arguments and variables that go with it; null for none.</param>
internal sealed record StateReport(ActivityStateQuery Query, ValueReport? Values);
