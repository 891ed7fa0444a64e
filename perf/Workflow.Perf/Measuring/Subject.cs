namespace Workflow.Perf.Measuring;

/// <summary>One loop to time, and how to read an operation's cost from it.</summary>
/// <param name="Run">Does the work so many times.</param>
internal sealed record Subject(Action<int> Run)
{
    /// <summary>What a repetition does besides the operations; its cost is subtracted.</summary>
    public Action<int>? Less { get; init; }

    /// <summary>The operations in one repetition.</summary>
    public int Parts { get; init; } = 1;

    /// <summary>Makes so many and returns what keeps them; then the bytes are those that one costs while it is kept, not those allocated on the way.</summary>
    public Func<int, object>? Hold { get; init; }

    /// <summary>Tells what one operation costs on a disk or in a database; then these are the bytes.</summary>
    public Func<double>? Size { get; init; }

    /// <summary>Whether other threads than the caller's take part.</summary>
    public bool AllThreads { get; init; }
}
