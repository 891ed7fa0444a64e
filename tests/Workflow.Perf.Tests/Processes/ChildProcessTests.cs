using System.Globalization;
using System.Text;
using Workflow.Perf.Processes;
using Workflow.Perf.Workloads;
using Workflow.Tracking;

namespace Workflow.Perf.Tests.Processes;

public sealed class ChildProcessTests
{
    /// <summary>The time limit, so that a defect fails the test instead of blocking it.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [Theory]
    [InlineData("workflow")]
    [InlineData("by-hand")]
    public async Task Start_Definitions_ReportsWhatRanAndWhatItTook(string form)
    {
        using ChildProcess child = ChildProcess.Start("definitions", form, "3");

        Footprint footprint = Footprint.OfLine(await child.ReadLineAsync(Limit));

        Assert.Equal(3, footprint.Runs);
        Assert.InRange(footprint.Heap, 1, footprint.WorkingSet);
        Assert.True(footprint.Peak >= footprint.WorkingSet);
    }

    [Theory]
    [InlineData("workflow")]
    [InlineData("by-hand")]
    public async Task Start_Memory_RunsInstancesForTheTime(string form)
    {
        using ChildProcess child = ChildProcess.Start("memory", form, "complex-d1-s1", "0.01");

        Assert.True(Footprint.OfLine(await child.ReadLineAsync(Limit)).Runs > 0);
    }

    [Fact]
    public async Task Start_Latency_AnswersAfterTheFirstRun()
    {
        using ChildProcess child = ChildProcess.Start("latency", "workflow", "5");

        Assert.Equal("done", await child.ReadLineAsync(Limit));
    }

    [Fact]
    public async Task Start_HostMemory_AnswersWhenAllInstancesWait()
    {
        using ChildProcess child = ChildProcess.Start("host-memory", "20");

        Assert.Equal(20, Footprint.OfLine(await child.ReadLineAsync(Limit)).Runs);
    }

    [Fact]
    public async Task Start_HostFound_FindsInstancesOfAnotherProcess()
    {
        string folder = Directory.CreateTempSubdirectory().FullName;
        try
        {
            string file = Path.Combine(folder, "waiting.db");
            using ChildProcess fill = ChildProcess.Start("host-fill", file, "20");
            Assert.Equal("done", await fill.ReadLineAsync(Limit));
            fill.WaitForExit(Limit);

            using ChildProcess found = ChildProcess.Start("host-found", file);

            Assert.Equal(20, Footprint.OfLine(await found.ReadLineAsync(Limit)).Runs);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task Start_HostDefinitions_RunsAnInstanceOfEach()
    {
        using ChildProcess child = ChildProcess.Start("host-definitions", "3");

        Activation activation = Activation.OfLine(await child.ReadLineAsync(Limit));

        Assert.Equal(3, activation.Memory.Runs);
        Assert.True(activation.Seconds > 0);
    }

    [Fact]
    public async Task Start_HostLatency_MeasuresStartsAtHalfOfTheLargestRate()
    {
        using ChildProcess child = ChildProcess.Start("host-latency", "Sqlite", "0.2");

        StartLatency latency = StartLatency.OfLine(await child.ReadLineAsync(Limit));

        Assert.InRange(latency.Median, 0, latency.Late);
        Assert.Equal(3 * StartLatency.CountOf(latency.Most / 2, TimeSpan.FromSeconds(0.2)), latency.Starts);
    }

    [Theory]
    [InlineData(0.5, 2)]
    [InlineData(1, 4)]
    public void OfPasses_OnePassWithAStall_IgnoresIt(double quantile, double expected) =>
        Assert.Equal(expected, StartLatency.OfPasses([[1, 2, 3], [700, 800, 900], [1, 2, 4]], quantile));

    [Fact]
    public async Task ReadLineAsync_ChildFails_ThrowsWithItsError()
    {
        using ChildProcess child = ChildProcess.Start("nonsense");

        InvalidOperationException failure = await Assert.ThrowsAsync<InvalidOperationException>(() => child.ReadLineAsync(Limit));

        Assert.Matches("^A child process ended with code [1-9][0-9]* and without a result. .*'child' is for the processes", failure.Message);
    }

    [Fact]
    public async Task Start_Collect_WritesTheEventsOfThisProcessToAFile()
    {
        string file = Path.GetTempFileName();
        try
        {
            using ChildProcess child = ChildProcess.Start("collect", Environment.ProcessId.ToString(CultureInfo.InvariantCulture), file);
            Assert.Equal("open", await child.ReadLineAsync(Limit));

            TrackedRuns.TwoMessages(new EtwTrackingParticipant { ProfileName = "Basic" })(10);
            child.EndInput();
            child.WaitForExit(Limit);

            byte[] written = await File.ReadAllBytesAsync(file);
            Assert.True(
                written.AsSpan().IndexOf(Encoding.Unicode.GetBytes("Workflow-Tracking")) >= 0,
                $"None of the {written.Length} bytes name the provider.");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void All_MemoryWorkloads_HaveTwinsThatRun() => Assert.All(MemoryWorkload.All, static workload =>
    {
        WorkflowInvoker.Invoke(workload.Workflow());
        workload.ByHand().Run();
    });
}
