using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>A piece of work that each system does in a process of its own.</summary>
/// <param name="Id">What the command line calls it.</param>
/// <param name="Title">What the report calls it.</param>
/// <param name="HasMemory">Systems without a database do it, too.</param>
/// <param name="MeasureAsync">Measures a system that has started.</param>
internal sealed record Row(string Id, string Title, bool HasMemory, Func<SystemUnderTest, Place, RowScope, Task<Sample>> MeasureAsync);
