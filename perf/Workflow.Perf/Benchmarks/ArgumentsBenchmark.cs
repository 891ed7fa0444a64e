using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures one child with two in-arguments and an out-argument, including a hundredth of an invocation.</summary>
[MemoryDiagnoser]
public class ArgumentsBenchmark
{
    private const int Children = 100;

    private readonly Activity _workflow = Sequences.OfAdds(Children);
    private readonly Step _byHand = new AdderSequence(Children, Sequences.Value);

    [Benchmark(Baseline = true, OperationsPerInvoke = Children)]
    public void ByHand() => _byHand.Run();

    [Benchmark(OperationsPerInvoke = Children)]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(_workflow);
}
