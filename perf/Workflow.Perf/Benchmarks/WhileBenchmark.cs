using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures one pass of While: with a condition activity and an empty body, and with a lambda and an assignment.</summary>
[MemoryDiagnoser]
public class WhileBenchmark
{
    private const int Passes = 1000;

    private readonly Activity _condition = Loops.Counted(Passes, Sequences.NewEmpty);
    private readonly Activity _lambda = Loops.OfFunctions(Passes);
    private readonly Step _byHand = new CountedLoop(Passes, new CountDownCondition(), new EmptyStep());

    [Benchmark(Baseline = true, OperationsPerInvoke = Passes)]
    public void ByHand() => _byHand.Run();

    [Benchmark(OperationsPerInvoke = Passes)]
    public IDictionary<string, object?> ConditionActivity() => WorkflowInvoker.Invoke(_condition);

    [Benchmark(OperationsPerInvoke = Passes)]
    public IDictionary<string, object?> Lambda() => WorkflowInvoker.Invoke(_lambda);
}
