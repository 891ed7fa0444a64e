using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Attached;

/// <summary>Tests of a consumer that attaches to a running process and receives all events from then on.</summary>
public sealed class EventPipeTests
{
    private const int Instances = 1000;

    [Fact]
    public async Task Consumer_AttachedToARunningProcess_ReceivesAllRecords()
    {
        using Process workload = Start();
        try
        {
            using CancellationTokenSource limit = new(HangGuard.Limit, TimeProvider.System);
            Assert.Equal(Workload.Ready, await workload.StandardOutput.ReadLineAsync(limit.Token));
            DiagnosticsClient client = new(workload.Id);
            EventPipeProvider provider = new("Workflow-Tracking", EventLevel.Informational, (long)TrackingKeywords.WFTracking);
            using EventPipeSession session = await client.StartEventPipeSessionAsync([provider], requestRundown: false, circularBufferMB: 256, limit.Token);
            Reader reader = new(Instances);
            Task reading = Task.Factory.StartNew(() => reader.Read(session.EventStream), limit.Token, TaskCreationOptions.LongRunning, TaskScheduler.Default);

            Assert.Equal(Workload.Done, await workload.StandardOutput.ReadLineAsync(limit.Token));
            await (await Task.WhenAny(reader.AllCompleted, reading).WaitAsync(limit.Token));
            await session.StopAsync(limit.Token);
            await reading.WaitAsync(limit.Token);
            AssertComplete(reader);

            Assert.Equal(Workload.Unwatched, await workload.StandardOutput.ReadLineAsync(limit.Token));
            await workload.WaitForExitAsync(limit.Token);
            Assert.Equal(0, workload.ExitCode);
        }
        finally
        {
            workload.Kill();
        }
    }

    private static Process Start() => Process.Start(
        new ProcessStartInfo("dotnet", [typeof(Workload).Assembly.Location, Instances.ToString(System.Globalization.CultureInfo.InvariantCulture)])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
        })!;

    private static void AssertComplete(Reader reader)
    {
        Assert.Equal(0, reader.Lost);
        List<List<(long Number, string What)>> complete = [.. reader.Instances.Values.Where(records => records[0].What == $"{Workload.Counted} Started")];
        Assert.Equal(Instances, complete.Count);
        Assert.All(complete, records =>
        {
            // The record numbers have no gap from the first record to the last, so no record is missing.
            Assert.Equal(Enumerable.Range(0, records.Count).Select(number => (long)number), records.Select(record => record.Number));
            Assert.Equal($"{Workload.Counted} Completed", records[^1].What);
            Assert.Single(records, record => record.What == "Elsewhere again Closed");
            Assert.Single(records, record => record.What == "total");
        });
        Assert.Equal(Enumerable.Range(1, reader.Heartbeats.Count).Select(number => (long)number), reader.Heartbeats);
    }

    /// <summary>Reads the event stream on a separate thread, as consumers do.</summary>
    private sealed class Reader(int instances)
    {
        private readonly TaskCompletionSource _allCompleted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _completed;

        public Dictionary<Guid, List<(long Number, string What)>> Instances { get; } = [];

        public List<long> Heartbeats { get; } = [];

        public Task AllCompleted => _allCompleted.Task;

        public long Lost { get; private set; }

        public void Read(Stream stream)
        {
            using EventPipeEventSource source = new(stream);
            source.Dynamic.All += Take;
            source.Process();
            Lost = source.EventsLost;
        }

        private void Take(TraceEvent seen)
        {
            if (seen.ProviderName != "Workflow-Tracking")
            {
                return;
            }

            if ((int)seen.ID == 1)
            {
                Heartbeats.Add((long)seen.PayloadByName("SequenceNumber"));
                return;
            }

            Guid instance = (Guid)seen.PayloadByName("InstanceId");
            if (!Instances.TryGetValue(instance, out List<(long Number, string What)>? records))
            {
                Instances.Add(instance, records = []);
            }

            Assert.Equal(instance, seen.ActivityID);
            string what = $"{seen.PayloadByName("Name") ?? seen.PayloadByName("ActivityDefinitionId")} {seen.PayloadByName("State")}".Trim();
            records.Add(((long)seen.PayloadByName("RecordNumber"), what));
            if (what == $"{Workload.Counted} Completed" && ++_completed == instances)
            {
                _allCompleted.TrySetResult();
            }
        }
    }
}
