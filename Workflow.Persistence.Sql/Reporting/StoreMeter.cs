using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace Workflow.Persistence.Sql;

/// <summary>The metrics of the stores of this process, on the meter of the runtime. An instrument without a listener costs one test of a field.</summary>
internal static class StoreMeter
{
    /// <summary>The name of the meter. Applications use it in their configuration.</summary>
    public const string Name = "Workflow";

    private static readonly Meter Meter = new(new MeterOptions(Name) { Version = typeof(StoreMeter).Assembly.GetName().Version!.ToString(3) });

    /// <summary>The stores whose queues are measured; a store that is collected disappears by itself.</summary>
    private static readonly ConditionalWeakTable<StoreReporter, object> Stores = [];

    /// <summary>Calls that were written together.</summary>
    public static readonly Histogram<int> FlushRows = Meter.CreateHistogram<int>(
        "workflow.store.flush_rows", "{call}", "Calls that a store wrote in one transaction.");

    /// <summary>How long that took.</summary>
    public static readonly Histogram<double> FlushDuration = Meter.CreateHistogram<double>(
        "workflow.store.flush_duration", "s", "Time in which a store wrote a transaction, from its begin to its commit.");

    /// <summary>Calls that failed for a passing reason and were repeated.</summary>
    public static readonly Counter<long> Retries = Meter.CreateCounter<long>(
        "workflow.store.retries", "{retry}", "Repetitions of calls that failed for a passing reason.");

    /// <summary>Saves and unlocks that came too late.</summary>
    public static readonly Counter<long> LocksLost = Meter.CreateCounter<long>(
        "workflow.store.locks_lost", "{lock}", "Saves and unlocks that a store refused because the lock was no longer held.");

    static StoreMeter() => Meter.CreateObservableUpDownCounter(
        "workflow.store.queue_length", Measure, "{call}", "Calls that wait to be written.");

    /// <summary>Lets the queue of a store be measured.</summary>
    public static void Add(StoreReporter store) => Stores.Add(store, store.Engine);

    /// <summary>One value for each engine: a listener would take several with the same tag for one store.</summary>
    private static IEnumerable<Measurement<int>> Measure() => Stores
        .GroupBy(store => store.Key.Engine)
        .Select(engine => new Measurement<int>(engine.Sum(store => store.Key.QueueLength()), new KeyValuePair<string, object?>(StoreReporter.EngineTag, engine.Key)));
}
