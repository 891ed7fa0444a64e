namespace Workflow.Perf.Peers.Driving;

/// <summary>How much is measured.</summary>
/// <param name="IsQuick">Shows the shape only.</param>
/// <param name="CountsTransactions">Waits until the server has reported them, which takes 22 seconds.</param>
internal sealed record RowScope(bool IsQuick, bool CountsTransactions)
{
    /// <summary>How long work that repeats is measured.</summary>
    public TimeSpan Duration => TimeSpan.FromSeconds(IsQuick ? 2 : 5);

    /// <summary>How long it runs before.</summary>
    public TimeSpan WarmUp => TimeSpan.FromSeconds(IsQuick ? 1 : 3);

    /// <summary>One of two sizes.</summary>
    public int Of(int full, int quick) => IsQuick ? quick : full;
}
