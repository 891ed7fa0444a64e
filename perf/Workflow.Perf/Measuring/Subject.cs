namespace Workflow.Perf.Measuring;

/// <summary>A loop to time, and the data to compute the cost of one operation from it.</summary>
/// <param name="Run">Does the work for a number of repetitions.</param>
internal sealed record Subject(Action<int> Run)
{
    /// <summary>The part of a repetition that is not an operation, and whose cost is subtracted; null for none.</summary>
    public Action<int>? Less { get; init; }

    /// <summary>The number of operations in one repetition.</summary>
    public int Parts { get; init; } = 1;

    /// <summary>
    /// Creates a number of objects and returns an object that keeps them. If it is not null, the bytes of the figure are those that one object retains, not
    /// those allocated.
    /// </summary>
    public Func<int, object>? Hold { get; init; }

    /// <summary>Returns the bytes of one operation on disk or in a database. If it is not null, these are the bytes of the figure.</summary>
    public Func<double>? Size { get; init; }

    /// <summary>True if threads other than the caller's do part of the work.</summary>
    public bool AllThreads { get; init; }
}
