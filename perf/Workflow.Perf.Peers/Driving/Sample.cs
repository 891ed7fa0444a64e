using System.Text.Json;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>The figures of one row in one process.</summary>
internal sealed class Sample
{
    /// <summary>The figures by name, in the order in which they are printed.</summary>
    public Dictionary<string, double> Figures { get; init; } = [];

    /// <summary>The statements with their calls for all instances; empty if the row does not count statements.</summary>
    public List<Statement> Statements { get; init; } = [];

    /// <summary>The number of instances to which the statements and the exceptions belong.</summary>
    public long Instances { get; set; }

    /// <summary>The number of exceptions that were thrown, including those that were caught, by type.</summary>
    public Dictionary<string, long> Exceptions { get; init; } = [];

    /// <summary>The reason why there are no figures; null if there are figures.</summary>
    public string? NotMeasured { get; init; }

    public string ToLine() => JsonSerializer.Serialize(this);

    public static Sample OfLine(string line) => JsonSerializer.Deserialize<Sample>(line)!;
}
