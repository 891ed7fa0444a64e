using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The metrics of the stores of this process, which use the meter of the runtime. An instrument without a listener costs one check of a field.
/// </summary>
internal static class StoreMeter
{
    /// <summary>The name of the meter. Applications refer to it in their configuration.</summary>
    public const string Name = "Workflow";

    private static readonly Meter Meter = new(new MeterOptions(Name) { Version = typeof(StoreMeter).Assembly.GetName().Version!.ToString(3) });

    /// <summary>The stores whose queues are measured. References are weak, so a collected store is removed automatically.</summary>
    private static readonly ConditionalWeakTable<StoreReporter, object> Stores = [];

    /// <summary>The number of calls that were written in one transaction.</summary>
    public static readonly Histogram<int> FlushRows = Meter.CreateHistogram<int>(
        "workflow.store.flush_rows", "{call}", "Calls that a store wrote in one transaction.");

    /// <summary>The duration of such a transaction.</summary>
    public static readonly Histogram<double> FlushDuration = Meter.CreateHistogram<double>(
        "workflow.store.flush_duration", "s", "Time in which a store wrote a transaction, from its begin to its commit.");

    /// <summary>The number of repetitions after transient failures.</summary>
    public static readonly Counter<long> Retries = Meter.CreateCounter<long>(
        "workflow.store.retries", "{retry}", "Repetitions of calls that failed for a passing reason.");

    /// <summary>The number of saves and unlocks that were refused because the lock was lost.</summary>
    public static readonly Counter<long> LocksLost = Meter.CreateCounter<long>(
        "workflow.store.locks_lost", "{lock}", "Saves and unlocks that a store refused because the lock was no longer held.");

    static StoreMeter() => Meter.CreateObservableUpDownCounter(
        "workflow.store.queue_length", Measure, "{call}", "Calls that wait to be written.");

    /// <summary>Adds the queues of a store to the measurement.</summary>
    public static void Add(StoreReporter store) => Stores.Add(store, store.Engine);

    /// <summary>Returns one value per engine, because a listener would attribute several values with the same tag to one store.</summary>
    private static IEnumerable<Measurement<int>> Measure() => Stores
        .GroupBy(store => store.Key.Engine)
        .Select(engine => new Measurement<int>(
            engine.Sum(store => store.Key.QueueLength()), new KeyValuePair<string, object?>(StoreReporter.EngineTag, engine.Key)));
}
