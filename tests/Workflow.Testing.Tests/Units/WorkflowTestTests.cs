using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Units;

public sealed class WorkflowTestTests
{
    [Fact]
    public void Run_OfWorkflowWithDelay_SkipsTheTimeAndReturnsOutputs()
    {
        WorkflowTestResult result = WorkflowTest.Run(new Month(), new Dictionary<string, object?> { ["Text"] = "a" });
        Assert.Equal(ActivityInstanceState.Closed, result.State);
        Assert.Equal("a b", result.GetOutput<string>());
        result.Trace.AssertRan("Wait", "Join").AssertDidNotRun("Other");
    }

    [Fact]
    public async Task AssertRecorded_ChecksStatesArgumentsAndResumptionsInOrder()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new Sequence
        {
            DisplayName = "Main",
            Activities = { new WaitFor("go"), new Delay { DisplayName = "Pause", Duration = new(TimeSpan.FromDays(1)) } }
        });
        await instance.ResumeAsync("go", "yes");
        await instance.RunToEndAsync();
        WorkflowTrace trace = instance.Trace;
        trace
            .AssertRecorded(
                "Workflow Started", "Main (1) Executing", "resumed at 'go' with \"yes\"", "Pause (2) Closed: Duration = 1.00:00:00", "Workflow Completed")
            .AssertRecorded();
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(
            () => trace.AssertRecorded("resumed at 'go'", "Main (1) Executing"));
        Assert.StartsWith(
            $"No record contains 'Main (1) Executing' after 'resumed at 'go''.{Environment.NewLine}00:00:00", failure.Message, StringComparison.Ordinal);
        Assert.StartsWith(
            "No record contains 'with 4'.", Assert.Throws<WorkflowTestException>(() => trace.AssertRecorded("with 4")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_OfWorkflowThatFaults_ReturnsTheException()
    {
        WorkflowTestResult result = WorkflowTest.Run(new Sequence
        {
            DisplayName = "Main",
            Activities = { new Throw { DisplayName = "Fail", Exception = new(_ => new FormatException("The text is empty.")) } },
        });
        Assert.Equal(ActivityInstanceState.Faulted, result.State);
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(() => result.EnsureClosed());
        Assert.IsType<FormatException>(failure.InnerException);
        Assert.Contains("The text is empty.", failure.Message, StringComparison.Ordinal);
        Assert.Contains("  Fail (2) Executing", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_OfWorkflowThatWaitsAtABookmark_NamesItAtOnce()
    {
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(() => WorkflowTest.Run(new WaitFor("approve")));
        Assert.StartsWith("The instance waits forever: it waits at 'approve' (of 'approve')", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OfAsynchronousOperation_ThrowsWithAdvice()
    {
        TaskCompletionSource gate = new();
        Activity workflow = new Operation(gate.Task);
        Assert.Contains("'RunAsync'", Assert.Throws<InvalidOperationException>(() => WorkflowTest.Run(workflow)).Message, StringComparison.Ordinal);
        Task<WorkflowTestResult> run = WorkflowTest.RunAsync(workflow);
        gate.SetResult();
        Assert.Equal(ActivityInstanceState.Closed, (await run).State);
    }

    [Fact]
    public async Task RunAsync_OfOperationThatDoesNotEnd_NamesTheActivity()
    {
        TestHostOptions options = new() { OperationTimeout = TimeSpan.FromMilliseconds(50) };
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(
            () => WorkflowTest.RunAsync(new Operation(new TaskCompletionSource().Task) { DisplayName = "Send" }, options: options));
        Assert.StartsWith("An asynchronous operation of 'Send' (1) did not end within 00:00:00.05", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_OfEndlessLoop_IsAbortedAfterMaxRecords()
    {
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(() => WorkflowTest.Run(
            new While(_ => true) { Body = new Sequence() },
            options: new TestHostOptions { MaxRecords = 1000 }));
        Assert.Contains("change MaxRecords if it needs more", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Result", "is not a 'Int32'")]
    [InlineData("Other", "it has 'Result'")]
    public void GetOutput_OfWrongTypeOrName_NamesTheOutputs(string name, string expected)
    {
        WorkflowTestResult result = WorkflowTest.Run(new Month(), new Dictionary<string, object?> { ["Text"] = "a" });
        Assert.Contains(expected, Assert.Throws<WorkflowTestException>(() => result.GetOutput<int>(name)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void AssertRan_OfOtherOrder_NamesTheFirstThatIsMissing()
    {
        WorkflowTestResult result = WorkflowTest.Run(new Month(), new Dictionary<string, object?> { ["Text"] = "a" });
        Assert.StartsWith(
            "'Wait' did not run after 'Join'.",
            Assert.Throws<WorkflowTestException>(() => result.Trace.AssertRan("Join", "Wait")).Message,
            StringComparison.Ordinal);
        Assert.StartsWith("'Join' ran.", Assert.Throws<WorkflowTestException>(() => result.Trace.AssertDidNotRun("Join")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Trace_OfRun_ShowsTimesDepthStatesAndArguments()
    {
        WorkflowTestResult result = WorkflowTest.Run(new Month(), new Dictionary<string, object?> { ["Text"] = "a" });
        string text = result.Trace.ToString();
        Assert.Contains("00:00:00  Month (1) Executing: Text = \"a\"", text, StringComparison.Ordinal);
        Assert.Contains("30.00:00:00      Wait (1.5) Closed: Duration = 30.00:00:00", text, StringComparison.Ordinal);
    }

    private sealed class Month : Activity<string>
    {
        public Month() => Implementation = () => new Sequence
        {
            Activities =
            {
                new Delay { DisplayName = "Wait", Duration = TimeSpan.FromDays(30) },
                new Assign<string> { DisplayName = "Join", To = new(context => Result!.Get(context)), Value = new(context => Text.Get(context) + " b") },
            },
        };

        public InArgument<string> Text { get; } = new();
    }

    private sealed class Operation(Task end) : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => end;
    }
}
