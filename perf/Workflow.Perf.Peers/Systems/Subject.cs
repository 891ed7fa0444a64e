using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>A system with its database, as the tables have it.</summary>
/// <param name="Id">What the command line calls it.</param>
/// <param name="Title">What the report calls it.</param>
/// <param name="Engine">Where its state is.</param>
/// <param name="Library">The assembly whose version the report has.</param>
/// <param name="Promise">The settings, and what is durable when.</param>
/// <param name="Create">Makes the system.</param>
internal sealed record Subject(string Id, string Title, Engine Engine, string Library, string Promise, Func<SystemUnderTest> Create)
{
    /// <summary>It differs from another one in a setting, and does the work of the first rows only.</summary>
    public bool IsVariant { get; init; }
}
