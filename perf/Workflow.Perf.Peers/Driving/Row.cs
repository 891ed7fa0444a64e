using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Systems;

namespace Workflow.Perf.Peers.Driving;

/// <summary>A piece of work that each system does in a process of its own.</summary>
/// <param name="Id">What the command line calls it.</param>
/// <param name="Title">What the report calls it.</param>
/// <param name="Selects">True for each subject that does it.</param>
/// <param name="IsRepeated">Once is not enough, because the figures are those of a few seconds.</param>
/// <param name="MeasureAsync">Measures a system that has started.</param>
internal sealed record Row(string Id, string Title, Func<Subject, bool> Selects, bool IsRepeated, Func<SystemUnderTest, Place, RowScope, Task<Sample>> MeasureAsync);
