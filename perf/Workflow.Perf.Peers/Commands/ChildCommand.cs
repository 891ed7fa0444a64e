using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;
using Workflow.Perf.Peers.Systems;

namespace Workflow.Perf.Peers.Commands;

/// <summary>Measures one row of one system in this process, and prints the sample as the last line.</summary>
internal static class ChildCommand
{
    /// <summary>Returns the arguments of a child, in the order in which <see cref="RunAsync"/> reads them.</summary>
    public static string[] Arguments(Subject subject, Row row, Place place, RowScope scope) =>
        [subject.Id, row.Id, place.Name, place.Server, $"{scope.IsQuick}", $"{scope.CountsTransactions}"];

    public static async Task<int> RunAsync(string[] arguments)
    {
        _ = Task.Run(ExitWithParentAsync);
        Subject subject = AllSubjects.Subjects.Single(subject => subject.Id == arguments[0]);
        Row row = AllSubjects.Rows.Append(Kill.Restarted).Single(row => row.Id == arguments[1]);
        Place place = new(subject.Engine, arguments[2], arguments[3]);
        Console.WriteLine((await MeasureAsync(subject, row, place, new RowScope(bool.Parse(arguments[4]), bool.Parse(arguments[5])))).ToLine());
        return 0;
    }

    /// <summary>
    /// Ends this process when its input ends. The parent process holds the other end of the input, which closes when the parent ends for any reason.
    /// </summary>
    private static async Task ExitWithParentAsync()
    {
        await Console.In.ReadToEndAsync();
        Environment.Exit(1);
    }

    private static async Task<Sample> MeasureAsync(Subject subject, Row row, Place place, RowScope scope)
    {
        try
        {
            SystemUnderTest system = subject.Create();
            await using (system.ConfigureAwait(false))
            {
                await system.StartAsync(place);
                return await row.MeasureAsync(system, place, scope);
            }
        }
        catch (NotMeasuredException reason)
        {
            return new Sample { NotMeasured = reason.Message };
        }
    }
}
