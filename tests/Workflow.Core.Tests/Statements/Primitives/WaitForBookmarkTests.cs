using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Testing;
using Workflow.Validation;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.14")]
[Rule("19")]
public sealed class WaitForBookmarkTests
{
    [Theory]
    [InlineData(3)]
    [InlineData(null)]
    public async Task Value_OfTheType_IsTheResult(int? value)
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int?>("count"));
        await instance.RunUntilBookmarkAsync("count");
        await instance.ResumeAsync("count", value);
        Assert.Equal(value, instance.Result!.GetOutput<int?>());
    }

    [Fact]
    public async Task Value_OfAnotherType_IsRefused()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count"));
        await instance.RunUntilBookmarkAsync("count");
        await Assert.ThrowsAsync<BookmarkValueException>(() => instance.ResumeAsync("count", "three"));
        await instance.ResumeAsync("count", 3);
        Assert.Equal(3, instance.Result!.GetOutput<int>());
    }

    [Fact]
    public void Name_Missing_IsAnError()
    {
        ValidationResults results = ActivityValidationServices.Validate(new Sequence { Activities = { new WaitForBookmark<int>() } });
        Assert.Contains("'BookmarkName'", Assert.Single(results.Errors).Message, StringComparison.Ordinal);
    }

    /// <summary>A host that reads definitions does not know the type argument.</summary>
    [Fact]
    public void Declaration_OfAWait_HasNameAndType()
    {
        InArgument<string> name = "shipped", correlation = "17";
        IBookmarkWait wait = new WaitForBookmark<DateTime>(name) { Correlation = correlation };
        Assert.Equal((name, correlation, typeof(DateTime)), (wait.BookmarkName, wait.Correlation, wait.ValueType));
    }

    [Fact]
    public async Task Timeout_ThatPasses_FailsWithTheNameAndTheTime()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Correlation = "17", Timeout = new(TimeSpan.FromMinutes(5)) });
        await instance.RunUntilBookmarkAsync("count/17");
        await host.AdvanceAsync(TimeSpan.FromMinutes(5) - TimeSpan.FromTicks(1));
        Assert.Null(instance.Result);
        await host.AdvanceAsync(TimeSpan.FromTicks(1));
        Assert.Equal("No message came to the bookmark 'count/17' within 00:05:00.", Assert.IsType<TimeoutException>(instance.Result!.Exception).Message);
    }

    /// <summary>A workflow can catch the exception, the wait leaves no bookmark or timer, and the saved state contains the timer.</summary>
    [Fact]
    public async Task Timeout_OfAnInstanceThatIsLoadedAgain_CanBeCaught()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Catching(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromDays(30)) }));
        await instance.RunUntilBookmarkAsync("count");
        await instance.ReloadAsync();
        await host.AdvanceAsync(TimeSpan.FromDays(30));
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.EnsureClosed().State);
        instance.Result.Trace.AssertRan("late");
    }

    [Fact]
    public async Task Message_BeforeTheTimeout_EndsTheTimer()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Catching(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromDays(30)) }));
        await instance.RunUntilBookmarkAsync("count");
        await instance.ResumeAsync("count", 3);
        instance.Result!.EnsureClosed().Trace.AssertDidNotRun("late");
        Assert.Equal(0, host.Time.PendingTimers);
    }

    /// <summary>Message and timeout both arrive before the instance runs again. The first ends the wait, and the second has no effect.</summary>
    [Fact]
    public async Task MessageAndTimeout_InEachOrder_EndTheWaitOnce()
    {
        InterleavingReport report = await InterleavingTest.ExploreAsync(
            Catching(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromMinutes(1)) }),
            new InterleavingOptions { Events = [TestEvent.Advance(TimeSpan.FromMinutes(1)), TestEvent.Resume("count", 3)], MustEnd = true });
        Assert.True(report.IsExhaustive);
    }

    [Fact]
    public async Task Cancel_WhileItWaits_EndsTheWaitAndTheTimer()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromMinutes(1)) });
        await instance.RunUntilBookmarkAsync("count");
        await instance.CancelAsync();
        Assert.Equal((ActivityInstanceState.Canceled, 0), (instance.Result!.State, host.Time.PendingTimers));
    }

    [Fact]
    public async Task Timeout_WithoutALimit_NeedsNoTimer()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.MaxValue) });
        await instance.RunUntilBookmarkAsync("count");
        Assert.Equal(0, host.Time.PendingTimers);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public async Task Timeout_NotAboveZero_Fails(int seconds)
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromSeconds(seconds)) });
        await instance.RunUntilIdleAsync();
        Assert.Contains(
            "bind its Timeout to more than zero",
            Assert.IsType<InvalidOperationException>(instance.Result!.Exception).Message,
            StringComparison.Ordinal);
    }

    private static TryCatch Catching(Activity wait) => new()
    {
        Try = wait,
        Catches = { new Catch<TimeoutException> { Action = new ActivityAction<TimeoutException> { Handler = new Sequence { DisplayName = "late" } } } },
    };
}
