using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>A system with its database, as shown in the tables.</summary>
/// <param name="Id">The name on the command line.</param>
/// <param name="Title">The name in the report.</param>
/// <param name="Engine">The kind of database that stores its state.</param>
/// <param name="Library">The assembly whose version the report shows.</param>
/// <param name="Promise">The settings, and the guarantees for durability.</param>
/// <param name="Create">Creates the system.</param>
internal sealed record Subject(string Id, string Title, Engine Engine, string Library, string Promise, Func<SystemUnderTest> Create)
{
    /// <summary>True if the subject differs from another one only in a setting, and runs only the first rows.</summary>
    public bool IsVariant { get; init; }
}
