using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Suspensions;

/// <summary>Tests of suspended instances in a test host.</summary>
public sealed class SuspendedInstanceTests
{
    [Fact]
    public async Task Suspend_OfAWaitingInstance_StopsItsTimersUntilItContinues()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new Sequence { Activities = { new Delay { Duration = TimeSpan.FromHours(1) }, new Effect("mail") } });
        await instance.SuspendAsync("a question");
        Assert.True(instance.IsSuspended);
        await host.AdvanceAsync(TimeSpan.FromDays(1));
        instance.Trace.AssertDidNotRun("mail");
        await instance.ContinueAsync();
        Assert.False(instance.IsSuspended);
        instance.Trace.AssertRan("mail");
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Requests_ForASuspendedInstance_FailWithTheReason()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitFor("a"));
        await instance.SuspendAsync("a question");
        Assert.False(await instance.TryResumeAsync("a"));
        foreach (Func<Task> request in (Func<Task>[])
            [
                () => instance.ResumeAsync("a"), () => instance.CancelAsync(), () => instance.TerminateAsync("no"),
                () => instance.ReloadAsync(), () => instance.SuspendAsync("again"), () => instance.RunToEndAsync()
            ])
        {
            WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(request);
            Assert.Contains("it is suspended with the reason 'a question'", failure.Message, StringComparison.Ordinal);
        }

        await instance.ContinueAsync();
        await instance.ResumeAsync("a");
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Requests_InvalidInTheState_Fail()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitFor("a"));
        await instance.RunUntilIdleAsync();
        Assert.StartsWith(
            "The instance is not suspended and cannot be continued: it waits at 'a'",
            (await Assert.ThrowsAsync<WorkflowTestException>(() => instance.ContinueAsync())).Message,
            StringComparison.Ordinal);
        await instance.ResumeAsync("a");
        Assert.StartsWith(
            "The instance has ended and cannot be suspended.",
            (await Assert.ThrowsAsync<WorkflowTestException>(() => instance.SuspendAsync("late"))).Message,
            StringComparison.Ordinal);

        await using TestHost unsaved = new(new TestHostOptions { IdleAction = PersistableIdleAction.None });
        TestInstance other = unsaved.Start(new WaitFor("a"));
        Assert.Contains(
            "has no store",
            (await Assert.ThrowsAsync<WorkflowTestException>(() => other.SuspendAsync("no store"))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OfTheHost_SkipsSuspendedInstances()
    {
        await using TestHost host = new();
        TestInstance suspended = host.Start(new WaitFor("a")), other = host.Start(new Delay { Duration = TimeSpan.FromDays(1) });
        await suspended.SuspendAsync("a question");
        await other.RunToEndAsync();
        Assert.Equal((null, ActivityInstanceState.Closed), (suspended.Result, other.Result!.State));
    }
}
