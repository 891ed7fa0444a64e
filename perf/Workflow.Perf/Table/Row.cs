using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>A row of the tables: the workload, and the references to which it is compared.</summary>
/// <param name="Id">The name on the command line.</param>
/// <param name="Name">The name in the report.</param>
/// <param name="Section">The tables that contain the row.</param>
/// <param name="Workload">The exact meaning of one operation, including a subtraction.</param>
/// <param name="Prepare">Builds the definitions, verifies that they do the work that the row states, and returns the subjects to time.</param>
internal sealed record Row(string Id, string Name, Section Section, string Workload, Func<Trial> Prepare)
{
    /// <summary>Runs the workload and its hand-written counterpart once, to compare their results; null if there is nothing to count.</summary>
    public Func<TwinResults>? Twins { get; init; }

    public Published? Published { get; init; }

    public Cost? Design2010 { get; init; }

    public Budget? Budget { get; init; }

    /// <summary>The published speed, as a multiple of the published speed of the comparison; null if there is none.</summary>
    public double? PublishedSpeed { get; init; }

    /// <summary>The description of the comparison of the trial, such as "one thread".</summary>
    public string? ComparedWith { get; init; }
}
