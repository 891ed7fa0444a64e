using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures one level of nested sequences, including a hundredth of an invocation.</summary>
[MemoryDiagnoser]
public class NestedBenchmark
{
    private const int Levels = 100;

    private readonly Activity _workflow = Sequences.Nested(Levels);
    private readonly Step _byHand = StepSequence.Nested(Levels);

    [Benchmark(Baseline = true, OperationsPerInvoke = Levels)]
    public void ByHand() => _byHand.Run();

    [Benchmark(OperationsPerInvoke = Levels)]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(_workflow);
}
