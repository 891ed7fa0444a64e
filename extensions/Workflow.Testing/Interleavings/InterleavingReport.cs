namespace Workflow.Testing;

/// <summary>The number of orders that an <see cref="InterleavingTest"/> has run.</summary>
public sealed class InterleavingReport
{
    internal InterleavingReport(int orders, bool isExhaustive) => (Orders, IsExhaustive) = (orders, isExhaustive);

    /// <summary>The number of orders that were run.</summary>
    public int Orders { get; }

    /// <summary>True if all orders of the events were run, each one once.</summary>
    public bool IsExhaustive { get; }
}
