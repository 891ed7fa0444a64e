namespace Workflow.Perf.Measuring;

/// <summary>What is measured together, in turns, so that a disturbance hits all of it.</summary>
/// <param name="Workflow">The row's workload.</param>
/// <param name="ByHand">The same work as plain C#.</param>
internal sealed record Trial(Subject Workflow, Subject ByHand)
{
    /// <summary>Another workflow whose speed the row's is judged by.</summary>
    public Subject? Comparison { get; init; }

    /// <summary>The same comparison in plain C#: what this machine allows at best.</summary>
    public Subject? ComparisonByHand { get; init; }

    /// <summary>Opens what has to be there while the trial is measured; null for nothing.</summary>
    public Func<IDisposable>? Around { get; init; }

    /// <summary>The database that takes part, with its version and that of its driver; null for none.</summary>
    public string? Database { get; init; }

    public IEnumerable<Subject> Subjects => new[] { Workflow, ByHand, Comparison, ComparisonByHand }.OfType<Subject>();
}
