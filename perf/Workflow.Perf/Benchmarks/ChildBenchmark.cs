using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures one empty child, including a hundredth of an invocation.</summary>
[MemoryDiagnoser]
public class ChildBenchmark
{
    private const int Children = 100;

    private readonly Activity _workflow = Sequences.Of(Children);
    private readonly Step _byHand = StepSequence.OfEmpty(Children);

    [Benchmark(Baseline = true, OperationsPerInvoke = Children)]
    public void ByHand() => _byHand.Run();

    [Benchmark(OperationsPerInvoke = Children)]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(_workflow);
}
