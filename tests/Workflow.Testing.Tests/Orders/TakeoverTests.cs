using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Orders;

/// <summary>Tests of two hosts that run the same instance.</summary>
public sealed class TakeoverTests
{
    /// <summary>A planted bug: both hosts fire the timer, and the receiver does not recognize the second mail as a repetition.</summary>
    [Fact]
    public async Task Explore_WithTwoHosts_FindsTheEffectThatBothHave()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => InterleavingTest.ExploreAsync(Reminder(), Options(most: 1)));
        Assert.StartsWith(
            "The events fail in this order: another host takes the instance over (order",
            failure.Message.Replace(", advance by 02:00:00", string.Empty, StringComparison.Ordinal),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_WithTwoHosts_EndsOnceInEveryOrder()
    {
        InterleavingReport report = await InterleavingTest.ExploreAsync(Reminder(), Options(most: 2));
        Assert.True(report.IsExhaustive);
        Assert.Equal(6, report.Orders);
    }

    [Fact]
    public async Task Replay_WithTwoTakeovers_ContinuesOnTheThirdHost()
    {
        InterleavingOutcome outcome = await InterleavingTest.ReplayAsync(
            Reminder(),
            new InterleavingOptions { Events = [TestEvent.Takeover(), TestEvent.Takeover(), TestEvent.Advance(TimeSpan.FromHours(2)), TestEvent.Send("end")] });
        Assert.Empty(outcome.Undelivered);
        Assert.Equal(ActivityInstanceState.Closed, outcome.Result!.State);
        Assert.Equal(3, outcome.Effects.CountOf("mail"));
    }

    [Fact]
    public async Task Replay_WithATakeoverBeforeTheFirstSave_DoesNotDeliverIt()
    {
        InterleavingOutcome outcome = await InterleavingTest.ReplayAsync(new Effect("mail"), new InterleavingOptions { Events = [TestEvent.Takeover()] });
        Assert.Single(outcome.Undelivered);
        Assert.Equal(1, outcome.Effects.CountOf("mail"));
    }

    private static Sequence Reminder() => new() { Activities = { new Delay { Duration = TimeSpan.FromHours(1) }, new Effect("mail"), new WaitFor("end") } };

    private static InterleavingOptions Options(int most) => new()
    {
        Events = [TestEvent.Takeover(), TestEvent.Advance(TimeSpan.FromHours(2)), TestEvent.Resume("end")],
        Verify = outcome => Assert.True(outcome.Effects.CountOf("mail") <= most),
        MustEnd = false,
    };
}
