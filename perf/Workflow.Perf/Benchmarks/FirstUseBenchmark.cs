using BenchmarkDotNet.Attributes;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures the first use of a definition with 1,000 activities. Each operation creates a new tree.</summary>
[MemoryDiagnoser]
public class FirstUseBenchmark
{
    [Benchmark(Baseline = true)]
    public void ByHand() => ThousandActivities.ByHand().Run();

    [Benchmark]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(ThousandActivities.Flat());
}
