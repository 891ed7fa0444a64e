using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>One line of the table: what is run, and what it is held against.</summary>
/// <param name="Id">What the command line calls it.</param>
/// <param name="Name">What the report calls it.</param>
/// <param name="Section">The tables it stands in.</param>
/// <param name="Workload">What exactly one operation is, a subtraction included.</param>
/// <param name="Prepare">Builds the definitions, proves that they do what the row says, and returns what to time.</param>
internal sealed record Row(string Id, string Name, Section Section, string Workload, Func<Trial> Prepare)
{
    /// <summary>Runs the workload and its hand-written counterpart once, to compare what they do; null where there is nothing to count.</summary>
    public Func<TwinResults>? Twins { get; init; }

    public Published? Published { get; init; }

    public Cost? Design2010 { get; init; }

    public Budget? Budget { get; init; }

    /// <summary>How many times as fast as the comparison the published figures are; null where there are none.</summary>
    public double? PublishedSpeed { get; init; }

    /// <summary>What the comparison of the trial is, as in "one thread".</summary>
    public string? ComparedWith { get; init; }
}
