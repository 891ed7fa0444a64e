using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Systems;

namespace Workflow.Perf.Peers.Driving;

/// <summary>A piece of work that each system does in its own process.</summary>
/// <param name="Id">The name on the command line.</param>
/// <param name="Title">The name in the report.</param>
/// <param name="Selects">Returns true for each subject that does the work.</param>
/// <param name="IsRepeated">True if the row is measured several times, because one measurement takes only a few seconds.</param>
/// <param name="MeasureAsync">Measures a system that has been started.</param>
internal sealed record Row(
    string Id, string Title, Func<Subject, bool> Selects, bool IsRepeated, Func<SystemUnderTest, Place, RowScope, Task<Sample>> MeasureAsync);
