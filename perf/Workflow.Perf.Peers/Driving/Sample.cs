using System.Text.Json;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>The figures of one row in one process.</summary>
internal sealed class Sample
{
    /// <summary>The figures by name, in the order in which they are printed.</summary>
    public Dictionary<string, double> Figures { get; init; } = [];

    /// <summary>The statements, if the row counts them, with their calls for one instance.</summary>
    public List<Statement> Statements { get; init; } = [];

    /// <summary>How many instances the statements are for.</summary>
    public long Instances { get; set; }

    /// <summary>The exceptions that were thrown and caught, by type.</summary>
    public Dictionary<string, long> Exceptions { get; init; } = [];

    /// <summary>Why there are no figures; null if there are.</summary>
    public string? NotMeasured { get; init; }

    public string ToLine() => JsonSerializer.Serialize(this);

    public static Sample OfLine(string line) => JsonSerializer.Deserialize<Sample>(line)!;
}
