using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Suspensions;

/// <summary>Tests of interleavings and crash tests whose events contain suspensions.</summary>
public sealed class SuspensionScriptTests
{
    private static readonly TestEvent[] Orders = [TestEvent.Resume("order"), TestEvent.Advance(TimeSpan.FromDays(2))];

    /// <summary>
    /// The planted bug: the price is valid for a day. An order arrives within that day, and the workflow waits another hour before it charges.
    /// The workflow does not check the time again, which fails only if the instance is suspended during that hour.
    /// </summary>
    [Fact]
    public async Task Explore_WithASuspension_FindsTheChargeAfterTheDeadline()
    {
        InterleavingReport without = await InterleavingTest.ExploreAsync(Offer(), OfferOptions(Orders));
        Assert.Equal((2, true), (without.Orders, without.IsExhaustive));
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(
            () => InterleavingTest.ExploreAsync(Offer(), OfferOptions([.. Orders, TestEvent.Suspend(), TestEvent.Continue()])));
        Assert.StartsWith(
            "The events fail in this order: resume 'order', suspend, advance by 2.00:00:00, continue (order",
            failure.Message, StringComparison.Ordinal);
        Assert.Contains("Charged after the deadline.", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_WithASuspension_RunsEachOrderOnce()
    {
        HashSet<string> seen = [];
        InterleavingReport report = await InterleavingTest.ExploreAsync(
            new Sequence { Activities = { new WaitFor("a"), new Delay { Duration = TimeSpan.FromHours(1) }, new WaitFor("b") } },
            new InterleavingOptions
            {
                Events =
                [
                    TestEvent.Resume("a"), TestEvent.Send("b"), TestEvent.Suspend(), TestEvent.Continue(),
                    TestEvent.Advance(TimeSpan.FromDays(1)), TestEvent.Takeover()
                ],
                Verify = outcome =>
                {
                    Assert.True(seen.Add(string.Join(", ", outcome.Order)));
                    Assert.Equal(ActivityInstanceState.Closed, outcome.Result!.State);
                },
            });
        Assert.Equal((720, 720, true), (report.Orders, seen.Count, report.IsExhaustive));
    }

    [Fact]
    public async Task Replay_WithEventsDuringTheSuspension_DeliversThemAfterwards()
    {
        InterleavingOutcome outcome = await InterleavingTest.ReplayAsync(
            new Sequence { Activities = { new WaitFor("a"), new Effect("a"), new WaitFor("b"), new Effect("b") } },
            new InterleavingOptions
            {
                Events = [TestEvent.Suspend(), TestEvent.Suspend(), TestEvent.Takeover(), TestEvent.Resume("b"), TestEvent.Send("a"), TestEvent.Continue()],
            });
        Assert.Equal(["a", "b"], outcome.Effects.Keys);
        Assert.Empty(outcome.Undelivered);
    }

    [Fact]
    public async Task Replay_WithACancelDuringTheSuspension_CancelsAfterwards()
    {
        InterleavingOutcome outcome = await InterleavingTest.ReplayAsync(
            new WaitFor("a"), new InterleavingOptions { Events = [TestEvent.Suspend(), TestEvent.Cancel(), TestEvent.Continue()] });
        Assert.Equal(ActivityInstanceState.Canceled, outcome.Result!.State);
    }

    [Fact]
    public async Task Replay_OfASuspensionWithoutContinue_FailsIfItMustEnd()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(
            () => InterleavingTest.ReplayAsync(new WaitFor("a"), new InterleavingOptions { Events = [TestEvent.Suspend(), TestEvent.Resume("a")] }));
        Assert.Contains("it is suspended", failure.Message, StringComparison.Ordinal);
        InterleavingOutcome outcome = await InterleavingTest.ReplayAsync(
            new WaitFor("a"),
            new InterleavingOptions { Events = [TestEvent.Suspend(), TestEvent.Continue(), TestEvent.Suspend(), TestEvent.Resume("a")], MustEnd = false });
        Assert.Equal((null, "resume 'a'"), (outcome.Result, Assert.Single(outcome.Undelivered).ToString()));
    }

    [Fact]
    public async Task Replay_OfASuspensionAfterTheEnd_DoesNotDeliverIt()
    {
        InterleavingOutcome outcome = await InterleavingTest.ReplayAsync(
            new Effect("mail"), new InterleavingOptions { Events = [TestEvent.Suspend(), TestEvent.Continue()] });
        Assert.Equal(2, outcome.Undelivered.Count);
    }

    [Fact]
    public async Task Crashes_AroundASuspension_EndEqually()
    {
        CrashReport report = await CrashTest.ExploreAsync(
            new Sequence
            {
                Activities =
                {
                    new WaitFor("a"), new Delay { Duration = TimeSpan.FromHours(1) }, new WaitFor("b"), new Delay { Duration = TimeSpan.FromHours(1) }
                }
            },
            new CrashTestOptions
            {
                Events =
                [
                    TestEvent.Resume("a"), TestEvent.Suspend(), TestEvent.Advance(TimeSpan.FromHours(2)),
                    TestEvent.Send("b", hasRequestId: false), TestEvent.Continue(),
                    TestEvent.Suspend(), TestEvent.Continue(), TestEvent.Advance(TimeSpan.FromHours(2)),
                ],
            });
        foreach (string point in (string[])["before the suspension", "after the suspension", "before the release", "after the release"])
        {
            Assert.Equal(2, report.Points.Count(other => other == point));
        }
    }

    /// <summary>
    /// The planted bug: no save follows the mail before the next wait, so the process that loads the continued instance sends the mail again.
    /// </summary>
    [Fact]
    public async Task Crashes_AfterTheRelease_AreFound()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => CrashTest.ExploreAsync(
            new Sequence { Activities = { new Delay { Duration = TimeSpan.FromHours(1) }, new Effect("mail"), new WaitFor("end") } },
            new CrashTestOptions
            {
                Events = [TestEvent.Suspend(), TestEvent.Advance(TimeSpan.FromHours(2)), TestEvent.Continue(), TestEvent.Resume("end")],
                Effects = new Dictionary<string, EffectRule> { ["mail"] = EffectRule.ExactlyOnce },
            }));
        string[] lines = failure.Message.Split(Environment.NewLine);
        Assert.EndsWith("The process was lost after 'mail' (3) was Closed.", lines[0], StringComparison.Ordinal);
        Assert.Equal(
            [
                "- start", "- suspend", "- advance by 02:00:00", "- continue", "- the process is lost after 'mail' (3) was Closed",
                "- another process loads the instance", "- advance by 02:00:00", "- continue", "- resume 'end'"
            ],
            lines.SkipWhile(line => line != "- start").Take(9));
    }

    [Fact]
    public async Task Crashes_OfAContinueWithoutASuspension_FailWithoutACrash()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(
            () => CrashTest.ExploreAsync(new WaitFor("a"), new CrashTestOptions { Events = [TestEvent.Continue(), TestEvent.Resume("a")] }));
        Assert.StartsWith("The event 'continue' cannot be delivered: it waits at 'a'", failure.Message, StringComparison.Ordinal);
    }

    private static Pick Offer() => new()
    {
        Branches =
        {
            new PickBranch
            {
                Trigger = new WaitFor("order"),
                Action = new Sequence { Activities = { new Delay { Duration = TimeSpan.FromHours(1) }, new Effect("charge") } },
            },
            new PickBranch { Trigger = new Delay { Duration = TimeSpan.FromDays(1) }, Action = new Effect("expired") },
        },
    };

    private static InterleavingOptions OfferOptions(IReadOnlyList<TestEvent> events) => new()
    {
        Events = events,
        Verify = outcome =>
        {
            TimeSpan duration = outcome.Trace.Records[^1].EventTime - outcome.Trace.Records[0].EventTime;
            Assert.False(outcome.Effects.CountOf("charge") == 1 && duration > TimeSpan.FromHours(25), "Charged after the deadline.");
        },
    };
}
