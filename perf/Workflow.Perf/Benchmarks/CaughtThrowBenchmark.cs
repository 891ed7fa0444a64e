using BenchmarkDotNet.Attributes;
using Workflow.Perf.ByHand;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Benchmarks;

/// <summary>Measures a whole invocation in which an exception is thrown and caught: by the shipped Throw, and by a user's activity.</summary>
[MemoryDiagnoser]
public class CaughtThrowBenchmark
{
    private readonly Activity _shipped = Throws.Shipped(Sequences.NewEmpty);
    private readonly Activity _ofUser = Throws.OfUser(Sequences.NewEmpty);
    private readonly Step _byHand = new CaughtThrow(new EmptyStep());

    [Benchmark(Baseline = true)]
    public void ByHand() => _byHand.Run();

    [Benchmark]
    public IDictionary<string, object?> ShippedThrow() => WorkflowInvoker.Invoke(_shipped);

    [Benchmark]
    public IDictionary<string, object?> UserActivity() => WorkflowInvoker.Invoke(_ofUser);
}
