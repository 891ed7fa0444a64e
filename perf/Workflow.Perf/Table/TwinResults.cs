namespace Workflow.Perf.Table;

/// <summary>What a workload and its hand-written counterpart have done, as a number: the leaves that ran, or a value that was computed.</summary>
internal readonly record struct TwinResults(long Workflow, long ByHand);
