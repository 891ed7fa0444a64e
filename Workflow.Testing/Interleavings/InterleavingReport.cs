namespace Workflow.Testing;

/// <summary>What <see cref="InterleavingTest"/> has tried.</summary>
public sealed class InterleavingReport
{
    internal InterleavingReport(int orders, bool isExhaustive) => (Orders, IsExhaustive) = (orders, isExhaustive);

    /// <summary>The number of orders that were run.</summary>
    public int Orders { get; }

    /// <summary>Whether these were all orders of the events, each one once.</summary>
    public bool IsExhaustive { get; }
}
