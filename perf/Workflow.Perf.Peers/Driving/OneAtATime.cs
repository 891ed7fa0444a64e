using System.Diagnostics;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>The row with the work of <see cref="TwoMessages"/> and one instance at a time, so that no writes can be batched.</summary>
internal static class OneAtATime
{
    public static Row Row { get; } = new(
        "one-at-a-time",
        "Two messages, one instance at a time",
        static subject => subject.Engine != Engine.Memory,
        IsRepeated: true,
        async (system, place, scope) =>
        {
            // Runs 64 at once: one at a time would execute too few instances for the compiler to finish, and the row would measure compilation.
            await Load.RepeatAsync(scope.WarmUp, TwoMessages.AtOnce, () => TwoMessages.RunOneAsync(system));
            await TwoMessages.DrainAsync(system, place);
            List<double> times = [];
            Gauge gauge = await Gauge.StartAsync(place);
            long count = await Load.RepeatAsync(scope.Duration / 2, 1, async () =>
            {
                long start = Stopwatch.GetTimestamp();
                await TwoMessages.RunOneAsync(system);
                times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
            });
            await TwoMessages.DrainAsync(system, place);
            Sample sample = await gauge.StopAsync(count);
            sample.Figures[Names.Latency] = Load.Median(times);
            return sample;
        });
}
