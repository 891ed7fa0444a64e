namespace Workflow.Perf.Peers.Driving;

/// <summary>The extent of a measurement.</summary>
/// <param name="IsQuick">True for small sizes and short durations, whose figures are only indicative.</param>
/// <param name="CountsTransactions">True to wait until the server has reported the transactions, which takes 22 seconds.</param>
internal sealed record RowScope(bool IsQuick, bool CountsTransactions)
{
    /// <summary>The duration of the measurement of repeated work.</summary>
    public TimeSpan Duration => TimeSpan.FromSeconds(IsQuick ? 2 : 5);

    /// <summary>
    /// The duration of the warm-up. After three seconds a slow machine still compiles: this product was measured with three times its processor time.
    /// </summary>
    public TimeSpan WarmUp => TimeSpan.FromSeconds(IsQuick ? 1 : 10);

    /// <summary>Returns the first size, or the second one in a quick run.</summary>
    public int Of(int full, int quick) => IsQuick ? quick : full;
}
