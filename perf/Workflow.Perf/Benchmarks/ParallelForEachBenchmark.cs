using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures a whole invocation of ParallelForEach over five items, with an empty activity as the body.</summary>
[MemoryDiagnoser]
public class ParallelForEachBenchmark
{
    private readonly Activity _workflow = Loops.ParallelForEach(Loops.Items(5), Sequences.NewEmpty);
    private readonly Step _byHand = new ItemLoop(Loops.Items(5), new EmptyItemStep());

    [Benchmark(Baseline = true)]
    public void ByHand() => _byHand.Run();

    [Benchmark]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(_workflow);
}
