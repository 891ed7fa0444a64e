using System.Diagnostics.Tracing;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Tests.Participation;

/// <summary>Sessions start and end while instances run on several threads. The instances are not affected, and their records stay in order.</summary>
public sealed class SessionStressTests
{
    private const int Threads = 4;
    private const int Sessions = 100;

    [Fact]
    public async Task Sessions_StartedAndEndedWhileInstancesRun_GetOrderedRecords()
    {
        using CancellationTokenSource end = new();
        int started = 0;
        Task<int>[] runs = [.. Enumerable.Range(0, Threads).Select(_ => Task.Run(() => RunAsync(() => Interlocked.Increment(ref started), end.Token)))];
        using CancellationTokenSource limit = new(HangGuard.Limit, TimeProvider.System);
        for (int session = 0; session < Sessions; session++)
        {
            int before = Volatile.Read(ref started);
            using Order order = new();
            while (Volatile.Read(ref started) < before + Threads)
            {
                limit.Token.ThrowIfCancellationRequested();
                await Task.Yield();
            }

            Assert.Null(order.Disorder);
        }

        await end.CancelAsync();
        Assert.Equal(started, (await Task.WhenAll(runs).WaitAsync(limit.Token)).Sum());
    }

    /// <summary>Runs instances until the end is requested, and returns the number of completed instances.</summary>
    private static async Task<int> RunAsync(Action onStart, CancellationToken end)
    {
        WorkflowInvoker invoker = new(new Sequence { Activities = { new Away(), new Sequence { Activities = { new Away() } }, new Away() } });
        invoker.Extensions.Add(new EtwTrackingParticipant());
        int completed = 0;
        while (!end.IsCancellationRequested)
        {
            onStart();
            await invoker.InvokeAsync(cancellationToken: CancellationToken.None);
            completed++;
        }

        return completed;
    }

    private sealed class Away : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => await Task.Yield();
    }

    /// <summary>A session that checks that the record numbers of each instance increase by one, from any first number.</summary>
    private sealed class Order : EventListener
    {
        private readonly Lock _gate = new();
        private readonly Dictionary<Guid, long> _last = [];

        public Order() => EnableEvents(TrackingEventSource.Log, EventLevel.Informational, TrackingKeywords.WFTracking);

        public string? Disorder { get; private set; }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventId is < EventIds.InstanceRecord or > EventIds.Updated)
            {
                return;
            }

            Guid instance = (Guid)eventData.Payload![0]!;
            long number = (long)eventData.Payload[1]!;
            lock (_gate)
            {
                if (_last.TryGetValue(instance, out long last) && number != last + 1)
                {
                    Disorder = $"Record {number} of {instance} came after {last}.";
                }

                _last[instance] = number;
            }
        }
    }
}
