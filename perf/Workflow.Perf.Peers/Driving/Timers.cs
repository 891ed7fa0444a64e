using System.Collections.Concurrent;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>The row that measures the delay of timers that are due at the same time.</summary>
internal static class Timers
{
    public static Row Row { get; } = new(
        "timers",
        "1,000 timers due at once",
        static subject => subject.Engine != Engine.Memory && !subject.IsVariant,
        IsRepeated: false,
        async (system, _, scope) =>
        {
            // Late enough that all timers are stored before they are due.
            DateTimeOffset due = TimeProvider.System.GetUtcNow() + TimeSpan.FromSeconds(scope.Of(30, 15));
            Guid[] instances = [.. Enumerable.Range(0, scope.Of(1_000, 200)).Select(static _ => Guid.NewGuid())];
            await Load.ForEachAsync(instances, TwoMessages.AtOnce, instance => system.BeginTimerAsync(instance, due));
            if (TimeProvider.System.GetUtcNow() > due)
            {
                throw new NotMeasuredException("not all timers were set before they were due");
            }

            ConcurrentBag<double> late = [];
            await Load.ForEachAsync(instances, instances.Length, async instance =>
            {
                await Marks.WaitAsync(instance, SystemUnderTest.Due);
                late.Add((TimeProvider.System.GetUtcNow() - due).TotalSeconds);
            });
            return new Sample { Figures = { [Names.Late] = Load.Median(late), [Names.Latest] = late.Max() } };
        });
}
