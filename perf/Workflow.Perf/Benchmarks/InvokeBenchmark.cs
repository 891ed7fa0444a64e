using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>An invoke of an empty sequence: what a call of a workflow costs before it does anything.</summary>
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
