namespace Workflow.Perf.Measuring;

/// <summary>The subjects that are measured together, in alternation, so that a disturbance affects all of them.</summary>
/// <param name="Workflow">The row's workload.</param>
/// <param name="ByHand">The same work as plain C#.</param>
internal sealed record Trial(Subject Workflow, Subject ByHand)
{
    /// <summary>Another workflow, to which the speed of the row is compared; null for none.</summary>
    public Subject? Comparison { get; init; }

    /// <summary>The same comparison in plain C#, which shows the best result that this machine allows; null for none.</summary>
    public Subject? ComparisonByHand { get; init; }

    /// <summary>Opens a resource that must exist while the trial is measured; null for none.</summary>
    public Func<IDisposable>? Around { get; init; }

    /// <summary>The database that the trial uses, with its version and that of its driver; null for none.</summary>
    public string? Database { get; init; }

    public IEnumerable<Subject> Subjects => new[] { Workflow, ByHand, Comparison, ComparisonByHand }.OfType<Subject>();
}
