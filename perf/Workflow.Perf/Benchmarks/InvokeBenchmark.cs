using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures an invocation of an empty sequence, which is the fixed cost of each call of a workflow.</summary>
[MemoryDiagnoser]
public class InvokeBenchmark
{
    private readonly Activity _workflow = Sequences.Of(0);
    private readonly Step _byHand = StepSequence.OfEmpty(0);

    [Benchmark(Baseline = true)]
    public void ByHand() => _byHand.Run();

    [Benchmark]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(_workflow);
}
