using System.Diagnostics.Metrics;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Reporting;

/// <summary>The collection of tests that measure all stores of the process. These tests do not run in parallel with others.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class MetersCollection
{
    public const string Name = "Meters";
}

/// <summary>Tests of the metrics of a store on SQLite.</summary>
[Collection(MetersCollection.Name)]
public sealed class StoreMeterTests
{
    private static readonly InstanceOwnerOptions Any = new() { Filter = WorkflowIdentityFilter.Any };

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task SaveAsync_QueuedSaves_MeasuresQueueAndFlush()
    {
        using StoreMeasurements measured = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Task[] saves;
        using (file.Lock())
        {
            // The first call blocks the thread that executes the calls, so that the other calls wait in the queue.
            saves = [store.RenewOwnerAsync(owner, None)];
            while (measured.QueueLength("sqlite") != 0)
            {
                await Task.Yield();
            }

            saves = [.. saves, .. Enumerable.Range(0, 10).Select(_ => store.SaveAsync(owner, Idle(Guid.NewGuid()), None))];
            Assert.Equal(10, measured.QueueLength("sqlite"));
        }

        await Task.WhenAll(saves).WaitAsync(HangGuard.Limit);
        Assert.Equal(0, measured.QueueLength("sqlite"));
        Assert.Contains(10, measured.Of("workflow.store.flush_rows"));
        Assert.Equal(measured.Of("workflow.store.flush_rows").Length, measured.Of("workflow.store.flush_duration").Length);
        Assert.All(measured.Of("workflow.store.flush_duration"), seconds => Assert.True(seconds >= 0));
    }

    /// <summary>A refused row costs a few additional transactions, not one transaction for each row of its batch.</summary>
    [Fact]
    public async Task SaveAsync_OneRefusedSave_SplitsBatchInHalves()
    {
        using StoreMeasurements measured = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid refused = Guid.NewGuid();
        file.Run(
            $"CREATE TRIGGER refused BEFORE INSERT ON workflow_instance WHEN lower(new.instance_id) = '{refused}' BEGIN SELECT raise(ABORT, 'refused'); END");
        Task<Exception?>[] saves;
        using (file.Lock())
        {
            Task renewal = store.RenewOwnerAsync(owner, None);
            while (measured.QueueLength("sqlite") != 0)
            {
                await Task.Yield();
            }

            saves =
            [
                .. Enumerable.Range(0, 16).Select(
                    number => Record.ExceptionAsync(() => store.SaveAsync(owner, Idle(number == 0 ? refused : Guid.NewGuid()), None)))
            ];
            Assert.False(renewal.IsCompleted);
        }

        Exception?[] failures = await Task.WhenAll(saves).WaitAsync(HangGuard.Limit);
        Assert.NotNull(failures[0]);
        Assert.All(failures[1..], Assert.Null);
        Assert.Equal([1, 2, 4, 8], measured.Of("workflow.store.flush_rows").TakeLast(4));
    }

    [Fact]
    public async Task RetriesAndLostLocks_AreCounted()
    {
        using StoreMeasurements measured = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(
            new SqlInstanceStoreOptions { CommandTimeout = TimeSpan.FromSeconds(1), MaxRetryAttempts = 1, RetryDelay = TimeSpan.Zero });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        using (file.Lock())
        {
            await Assert.ThrowsAsync<InstancePersistenceException>(() => store.SaveAsync(owner, Idle(Guid.NewGuid()), None));
        }

        await Assert.ThrowsAsync<InstanceLockLostException>(() => store.SaveAsync(owner, Idle(Guid.NewGuid(), 5), None));
        Assert.Equal([1d], measured.Of("workflow.store.retries"));
        Assert.Equal([1d], measured.Of("workflow.store.locks_lost"));
    }

    [Fact]
    public async Task Flush_NoListener_AllocatesNothing()
    {
        await using SqliteFile file = new();
        StoreReporter reporter = new(file.Source, "workflow", null, TimeProvider.System);
        reporter.EndFlush(1, reporter.BeginFlush());
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
        {
            reporter.EndFlush(i, reporter.BeginFlush());
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public async Task Listener_Throws_ChangesNothing()
    {
        using MeterListener failing = new();
        failing.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name.StartsWith("workflow.store.", StringComparison.Ordinal))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        failing.SetMeasurementEventCallback<int>((_, _, _, _) => throw new InvalidOperationException("The listener fails."));
        failing.SetMeasurementEventCallback<long>((_, _, _, _) => throw new InvalidOperationException("The listener fails."));
        failing.Start();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        await store.SaveAsync(owner, Idle(Guid.NewGuid()), None);
        await Assert.ThrowsAsync<InstanceLockLostException>(() => store.SaveAsync(owner, Idle(Guid.NewGuid(), 5), None));
    }

    private static InstanceSave Idle(Guid id, long version = 0) =>
        new() { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, State = new byte[10] };

    /// <summary>Records all measurements of stores until it is disposed.</summary>
    private sealed class StoreMeasurements : IDisposable
    {
        private readonly Lock _gate = new();
        private readonly List<(string Instrument, double Value, object? Engine)> _measured = [];
        private readonly MeterListener _listener = new();

        public StoreMeasurements()
        {
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == "Workflow" && instrument.Name.StartsWith("workflow.store.", StringComparison.Ordinal))
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            };
            _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Add(instrument, value, tags));
            _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument, value, tags));
            _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Add(instrument, value, tags));
            _listener.Start();
        }

        public double[] Of(string instrument)
        {
            lock (_gate)
            {
                return [.. _measured.Where(measured => measured.Instrument == instrument).Select(measured => measured.Value)];
            }
        }

        public double QueueLength(string engine)
        {
            lock (_gate)
            {
                _measured.RemoveAll(measured => measured.Instrument == "workflow.store.queue_length");
                _listener.RecordObservableInstruments();
                return _measured
                    .Where(measured => measured.Instrument == "workflow.store.queue_length" && engine.Equals(measured.Engine))
                    .Sum(measured => measured.Value);
            }
        }

        public void Dispose() => _listener.Dispose();

        private void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            lock (_gate)
            {
                _measured.Add((instrument.Name, value, tags[0].Value));
            }
        }
    }
}
