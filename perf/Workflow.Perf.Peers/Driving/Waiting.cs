using System.Diagnostics;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>The row that fills the store with waiting instances, and sends messages to some of them.</summary>
internal static class Waiting
{
    private const int Messages = 200;

    public static Row Row { get; } = new(
        "waiting",
        "10,000 instances that wait, or as many as can be started in one minute",
        static subject => subject.Engine != Engine.Memory && !subject.IsVariant,
        IsRepeated: false,
        MeasureAsync);

    private static async Task<Sample> MeasureAsync(SystemUnderTest system, Place place, RowScope scope)
    {
        await Load.RepeatAsync(scope.WarmUp, TwoMessages.AtOnce, () => TwoMessages.RunOneAsync(system));
        Guid[] instances = [.. Enumerable.Range(0, scope.Of(10_000, 1_000)).Select(static _ => Guid.NewGuid())];
        TimeSpan limit = TimeSpan.FromSeconds(scope.Of(60, 30));
        long size = await place.SizeAsync();
        Gauge gauge = await Gauge.StartAsync(place);
        int started = 0;
        long began = Stopwatch.GetTimestamp();
        await Load.ForEachAsync(instances, TwoMessages.AtOnce, async instance =>
        {
            if (Stopwatch.GetElapsedTime(began) < limit)
            {
                await system.BeginAsync(instance);
                Interlocked.Increment(ref started);
            }
        });
        Sample sample = await gauge.StopAsync(started);
        sample.Figures[Names.Waiting] = started;

        // A start is durable before the instance has reached its first wait. The delay lets all instances reach it before the next measurement.
        await Task.Delay(TimeSpan.FromSeconds(scope.Of(5, 2)), TimeProvider.System);
        sample.Figures[Names.Size] = (double)(await place.SizeAsync() - size) / started;
        List<double> times = [];
        foreach (Guid instance in instances.Take(started - TwoMessages.AtOnce).Where((_, index) => index % Math.Max(1, started / Messages) == 0))
        {
            long start = Stopwatch.GetTimestamp();
            await system.SendAsync(instance, SystemUnderTest.First);
            await Marks.WaitAsync(instance, SystemUnderTest.First);
            times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }

        sample.Figures[Names.Idle] = Load.Median(times);
        return sample;
    }
}
