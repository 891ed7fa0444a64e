namespace Workflow.Perf.Table;

/// <summary>The results of a workload and of its hand-written counterpart as numbers: the leaves that ran, or a computed value.</summary>
internal readonly record struct TwinResults(long Workflow, long ByHand);
