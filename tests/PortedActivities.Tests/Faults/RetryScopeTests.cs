using PortedActivities.Faults;
using Workflow.Testing;

namespace PortedActivities.Tests.Faults;

public sealed class RetryScopeTests
{
    private readonly Log _log = new();
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public async Task Body_ThatSucceeds_RunsOnce()
    {
        Assert.Equal(1, (await Start(new RetryScope { Body = FailingTimes(0) }).OutputsAsync())["Attempts"]);
        _log.AssertIs("attempt 1");
    }

    [Fact]
    public async Task Body_None_Completes() => Assert.Equal(0, (await Start(new RetryScope()).OutputsAsync())["Attempts"]);

    [Fact]
    public async Task Body_FailsTwice_IsRetriedAfterDoublingIntervals()
    {
        Started run = Start(new RetryScope { Body = FailingTimes(2), Interval = TimeSpan.FromSeconds(10) });
        _log.AssertIs("attempt 1");

        _clock.Advance(TimeSpan.FromSeconds(9));
        _log.AssertIs("attempt 1");
        _clock.Advance(TimeSpan.FromSeconds(1));
        _log.AssertIs("attempt 1", "attempt 2");
        _clock.Advance(TimeSpan.FromSeconds(19));
        _log.AssertIs("attempt 1", "attempt 2");
        _clock.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(3, (await run.OutputsAsync())["Attempts"]);
        _log.AssertIs("attempt 1", "attempt 2", "attempt 3");
    }

    [Fact]
    public async Task Body_WithoutInterval_IsTriedAgainAtOnce()
    {
        Assert.Equal(3, (await Start(new RetryScope { Body = FailingTimes(2) }).OutputsAsync())["Attempts"]);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public async Task Fault_OfTheLastAttempt_LeavesTheActivity()
    {
        InvalidTimeZoneException thrown = new();
        await Start(new RetryScope { MaxAttempts = 2, Body = new Step(_log, "fails", thrown) }).AssertFailedAsync(thrown);
        _log.AssertIs("fails", "fails");
    }

    [Fact]
    public async Task Fault_OfAnotherType_LeavesAtOnce()
    {
        InvalidTimeZoneException thrown = new();
        await Start(new RetryScope { ExceptionType = typeof(IOException), Body = new Step(_log, "fails", thrown) }).AssertFailedAsync(thrown);
        _log.AssertIs("fails");
    }

    [Fact]
    public async Task Fault_InAParallelBranch_CancelsTheOthersBeforeTheRetry()
    {
        Variable<int> attempts = new("attempts");
        Parallel body = new()
        {
            Branches =
            {
                new Wait(_log, "beside"),
                new If(context => attempts.Get(context) == 0) { Then = Counting(attempts, new Step(_log, "fails", new InvalidTimeZoneException())) },
            },
        };
        Started run = Start(new Sequence { Variables = { attempts }, Activities = { new RetryScope { Body = body } } });
        _log.AssertIs("beside waits", "fails", "beside cancels", "beside waits");
        run.Cancel();

        await run.AssertCanceledAsync();
        _log.AssertIs("beside waits", "fails", "beside cancels", "beside waits", "beside cancels");
    }

    [Fact]
    public async Task Cancel_WhileItPauses_StopsTheTimer()
    {
        Started run = Start(new RetryScope { Body = FailingTimes(2), Interval = TimeSpan.FromSeconds(10) });
        Assert.Equal(1, _clock.PendingTimers);
        run.Cancel();

        await run.AssertCanceledAsync();
        Assert.Equal(0, _clock.PendingTimers);
        _log.AssertIs("attempt 1");
    }

    [Fact]
    public async Task Cancel_BodyRunning_CancelsItWithoutRetry()
    {
        Started run = Start(new RetryScope { Body = new Wait(_log, "body") });
        run.Cancel();

        await run.AssertCanceledAsync();
        _log.AssertIs("body waits", "body cancels");
    }

    [Fact]
    public async Task RetryScope_InRetryScope_MultipliesTheAttempts()
    {
        InvalidTimeZoneException thrown = new();
        RetryScope inner = new() { MaxAttempts = 2, Body = new Step(_log, "fails", thrown) };
        await Start(new RetryScope { MaxAttempts = 2, Body = inner }).AssertFailedAsync(thrown);
        _log.AssertIs("fails", "fails", "fails", "fails");
    }

    [Theory]
    [InlineData(null)]
    [InlineData(typeof(string))]
    public void ExceptionType_OfNoException_IsRefused(Type? type)
    {
        RetryScope retry = new() { ExceptionType = type };
        InvalidWorkflowException invalid = Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(retry));
        Assert.Contains("is not the type of an exception", invalid.Message, StringComparison.Ordinal);
    }

    private static Sequence Counting(Variable<int> attempts, Activity then) =>
        new() { Activities = { new Assign<int> { To = attempts, Value = new(context => attempts.Get(context) + 1) }, then } };

    private Failing FailingTimes(int failures) => new(_log, failures);

    private Started Start(Activity workflow) => new(workflow, _clock);

    /// <summary>An activity that fails the given number of times before it succeeds. It counts in a field, so it serves one run only.</summary>
    private sealed class Failing(Log log, int failures) : CodeActivity
    {
        private int _attempts;

        protected override void Execute(CodeActivityContext context)
        {
            log.Add($"attempt {++_attempts}");
            if (_attempts <= failures)
            {
                throw new InvalidTimeZoneException();
            }
        }
    }
}
