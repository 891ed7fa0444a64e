using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>A step of a flowchart, and one in a chart that a switch has taken off the short way.</summary>
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
