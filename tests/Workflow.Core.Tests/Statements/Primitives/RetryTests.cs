using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Testing;
using Workflow.Validation;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.13")]
[Rule("19")]
public sealed class RetryTests : StatementTests
{
    private readonly List<string> _attempts = [];

    protected override Activity Sample() => new Retry { Body = new Step(Log, "body") };

    [Fact]
    public async Task Body_ThatFailsTwice_RunsAgainAfterGrowingDelays()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Of(failures: 2, new Retry { FirstDelay = TimeSpan.FromSeconds(10), BackOff = 3, Jitter = 0 }));
        await instance.RunUntilIdleAsync();
        await host.AdvanceAsync(TimeSpan.FromSeconds(9));
        Assert.Single(_attempts);
        await host.AdvanceAsync(TimeSpan.FromSeconds(1));
        Assert.Equal(2, _attempts.Count);
        await host.AdvanceAsync(TimeSpan.FromSeconds(29));
        Assert.Equal(2, _attempts.Count);
        await host.AdvanceAsync(TimeSpan.FromSeconds(1));
        Assert.Equal(3, _attempts.Count);
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Body_ThatAlwaysFails_FailsWithItsLastException()
    {
        WorkflowTestResult result = await RunAsync(Of(failures: int.MaxValue, new Retry { MaxAttempts = 4 }));
        Assert.Equal(4, _attempts.Count);
        Assert.Equal("attempt 4", Assert.IsType<TimeoutException>(result.Exception).Message);
    }

    [Fact]
    public async Task Exception_NotRetried_FailsAtOnce()
    {
        WorkflowTestResult result = await RunAsync(Of(failures: 1, new Retry { ShouldRetry = exception => exception is not TimeoutException }));
        Assert.Single(_attempts);
        Assert.IsType<TimeoutException>(result.Exception);
    }

    [Fact]
    public async Task Filter_ThatThrows_FailsTheActivity()
    {
        WorkflowTestResult result = await RunAsync(Of(failures: 1, new Retry { ShouldRetry = _ => throw new FormatException("filter") }));
        Assert.Single(_attempts);
        Assert.Equal("filter", Assert.IsType<FormatException>(result.Exception).Message);
    }

    [Fact]
    public async Task Delay_OfAnInstanceThatIsLoadedAgain_Continues()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Of(failures: 1, new Retry { FirstDelay = TimeSpan.FromHours(1), MaxDelay = TimeSpan.FromHours(1), Jitter = 0 }));
        await instance.RunUntilIdleAsync();
        await instance.ReloadAsync();
        await host.AdvanceAsync(TimeSpan.FromHours(1));
        Assert.Equal(2, _attempts.Count);
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Cancel_InTheDelay_StartsNoOtherAttempt()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Of(failures: 1, new Retry()));
        await instance.RunUntilIdleAsync();
        await instance.CancelAsync();
        await host.AdvanceAsync(TimeSpan.FromDays(1));
        Assert.Single(_attempts);
        Assert.Equal(ActivityInstanceState.Canceled, instance.Result!.State);
    }

    [Fact]
    public async Task Delays_WithJitter_StayInTheirRange()
    {
        for (int i = 0; i < 20; i++)
        {
            _attempts.Clear();
            await using TestHost host = new();
            TestInstance instance = host.Start(
                Of(failures: 1, new Retry { FirstDelay = TimeSpan.FromSeconds(100), MaxDelay = TimeSpan.FromSeconds(100), Jitter = 0.5 }));
            await instance.RunUntilIdleAsync();
            await host.AdvanceAsync(TimeSpan.FromSeconds(49));
            Assert.Single(_attempts);
            await host.AdvanceAsync(TimeSpan.FromSeconds(51));
            Assert.Equal(2, _attempts.Count);
        }
    }

    [Fact]
    public async Task Delays_BeyondTheMaximum_AreLimited()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Of(
            failures: 3,
            new Retry { MaxAttempts = 5, FirstDelay = TimeSpan.FromSeconds(1), BackOff = 1e300, MaxDelay = TimeSpan.FromSeconds(2), Jitter = 0 }));
        await instance.RunUntilIdleAsync();
        await host.AdvanceAsync(TimeSpan.FromSeconds(5));
        Assert.Equal(4, _attempts.Count);
    }

    /// <summary>The last case has a factor that a double cannot represent.</summary>
    [Theory]
    [InlineData(2, 2)]
    [InlineData(4, 1e300)]
    public async Task Delay_OfZero_RetriesAtOnce(int failures, double backOff)
    {
        WorkflowTestResult result = await RunAsync(Of(failures, new Retry { MaxAttempts = 5, FirstDelay = TimeSpan.Zero, BackOff = backOff }));
        Assert.Equal(failures + 1, _attempts.Count);
        Assert.Equal(ActivityInstanceState.Closed, result.State);
    }

    [Fact]
    public async Task Body_Missing_DoesNothing() => Assert.Equal(ActivityInstanceState.Closed, (await RunAsync(new Retry())).State);

    [Fact]
    public void Settings_OutOfRange_AreAllReported()
    {
        Retry retry = new() { MaxAttempts = 0, FirstDelay = TimeSpan.FromSeconds(-1), BackOff = double.NaN, MaxDelay = TimeSpan.FromSeconds(-2), Jitter = 1.5 };
        ValidationResults results = ActivityValidationServices.Validate(retry);
        Assert.Equal(
            ["BackOff", "FirstDelay", "Jitter", "MaxAttempts", "MaxDelay"],
            results.Errors.Select(error => error.PropertyName).Order(StringComparer.Ordinal));
    }

    private static async Task<WorkflowTestResult> RunAsync(Activity root)
    {
        await using TestHost host = new();
        return await host.Start(root).RunToEndAsync();
    }

    private Retry Of(int failures, Retry retry)
    {
        retry.Body = new Unreliable(_attempts, failures);
        return retry;
    }

    private sealed class Unreliable(List<string> attempts, int failures) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context)
        {
            attempts.Add($"attempt {attempts.Count + 1}");
            if (attempts.Count <= failures)
            {
                throw new TimeoutException(attempts[^1]);
            }
        }
    }
}
