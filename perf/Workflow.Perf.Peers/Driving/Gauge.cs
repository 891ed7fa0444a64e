using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>Measures a piece of work: time, processor time on both sides, allocated bytes, exceptions, statements.</summary>
internal sealed class Gauge
{
    private readonly ConcurrentDictionary<string, long> _exceptions = new();
    private readonly Place _place;
    private readonly long _start;
    private readonly TimeSpan _client = Environment.CpuUsage.TotalTime;
    private readonly double _server;
    private readonly long _bytes = GC.GetTotalAllocatedBytes(precise: true);
    private readonly long _flushes;

    private Gauge(Place place, long flushes)
    {
        _place = place;
        _flushes = flushes;
        _server = ServerCounters.ProcessorSeconds(place);
        AppDomain.CurrentDomain.FirstChanceException += Count;
        // Read last, and first in StopAsync, so that the time to read the counters is not measured.
        _start = Stopwatch.GetTimestamp();
    }

    public static async Task<Gauge> StartAsync(Place place)
    {
        long flushes = 0;
        if (place.Engine == Engine.PostgreSql)
        {
            await ServerCounters.ResetAsync(place);
            flushes = await ServerCounters.FlushesAsync(place);
        }

        return new Gauge(place, flushes);
    }

    /// <summary>Stops the measurement. Returns the figures divided by the number of instances.</summary>
    public async Task<Sample> StopAsync(long instances)
    {
        double seconds = Stopwatch.GetElapsedTime(_start).TotalSeconds;
        double client = (Environment.CpuUsage.TotalTime - _client).TotalSeconds, server = ServerCounters.ProcessorSeconds(_place) - _server;
        long bytes = GC.GetTotalAllocatedBytes(precise: true) - _bytes;
        AppDomain.CurrentDomain.FirstChanceException -= Count;
        Sample sample = new()
        {
            Instances = instances,
            Exceptions = new Dictionary<string, long>(_exceptions),
            Figures =
            {
                [Names.Rate] = instances / seconds,
                [Names.Client] = client * 1000 / instances,
                [Names.Bytes] = bytes / 1024.0 / instances,
                [Names.Exceptions] = (double)_exceptions.Values.Sum() / instances,
            },
        };
        if (_place.Engine == Engine.PostgreSql)
        {
            sample.Figures[Names.Server] = server * 1000 / instances;
            sample.Figures[Names.Flushes] = (double)(await ServerCounters.FlushesAsync(_place) - _flushes) / instances;
            sample.Statements.AddRange(await ServerCounters.StatementsAsync(_place));
            sample.Figures[Names.Statements] = Calls(static statement => !statement.IsBoundary && (!statement.IsReset || statement.IsFirstOfReset));
            sample.Figures[Names.Boundaries] = Calls(static statement => statement.IsBoundary);
            sample.Figures[Names.Resets] = Calls(static statement => statement.IsFirstOfReset);
        }

        return sample;

        double Calls(Func<Statement, bool> isCounted) => (double)sample.Statements.Where(isCounted).Sum(static statement => statement.Calls) / instances;
    }

    private void Count(object? sender, FirstChanceExceptionEventArgs thrown) =>
        _exceptions.AddOrUpdate(thrown.Exception.GetType().Name, static _ => 1, static (_, count) => count + 1);
}
