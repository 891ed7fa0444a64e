using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures one step of a flowchart, and one step of a chart that cannot use the fast path because it contains a switch.</summary>
[MemoryDiagnoser]
public class FlowchartBenchmark
{
    private const int Steps = 100;

    private readonly Activity _steps = Charts.OfSteps(Steps, Sequences.NewEmpty);
    private readonly Activity _withASwitch = Charts.WithASwitch(Steps, Sequences.NewEmpty);
    private readonly Step _byHand = new LinkedSteps(Steps, EmptyStep.New);

    [Benchmark(Baseline = true, OperationsPerInvoke = Steps)]
    public void ByHand() => _byHand.Run();

    [Benchmark(OperationsPerInvoke = Steps)]
    public IDictionary<string, object?> OfSteps() => WorkflowInvoker.Invoke(_steps);

    [Benchmark(OperationsPerInvoke = Steps)]
    public IDictionary<string, object?> WithASwitch() => WorkflowInvoker.Invoke(_withASwitch);
}
