using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures one iteration of ForEach over a list, with an empty activity as the body.</summary>
[MemoryDiagnoser]
public class ForEachBenchmark
{
    private const int Passes = 1000;

    private readonly Activity _workflow = Loops.ForEach(Loops.Items(Passes), Sequences.NewEmpty);
    private readonly Step _byHand = new ItemLoop(Loops.Items(Passes), new EmptyItemStep());

    [Benchmark(Baseline = true, OperationsPerInvoke = Passes)]
    public void ByHand() => _byHand.Run();

    [Benchmark(OperationsPerInvoke = Passes)]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(_workflow);
}
