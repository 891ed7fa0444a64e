using BenchmarkDotNet.Attributes;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>The first use of a definition with 1,000 activities: a new tree each time.</summary>
[MemoryDiagnoser]
public class FirstUseBenchmark
{
    [Benchmark(Baseline = true)]
    public void ByHand() => ThousandActivities.ByHand().Run();

    [Benchmark]
    public IDictionary<string, object?> Workflow() => WorkflowInvoker.Invoke(ThousandActivities.Flat());
}
