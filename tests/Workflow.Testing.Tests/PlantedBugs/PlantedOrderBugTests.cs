using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.PlantedBugs;

/// <summary>Tests of workflows with one planted bug each, which depends on the order, the number or the values of events.</summary>
public sealed class PlantedOrderBugTests
{
    [Fact]
    public async Task RepeatedEvent_ThatIsNotRecognized_IsFound() => await FoundAsync(
        new Parallel
        {
            Branches =
            {
                new Sequence { Activities = { new WaitFor("pay"), new Effect("booked"), new WaitFor("pay"), new Effect("booked") } },
                new WaitFor("close"),
            },
        },
        new InterleavingOptions
        {
            Events = [TestEvent.Resume("pay"), TestEvent.Resume("pay"), TestEvent.Resume("close")],
            Verify = outcome => Assert.True(outcome.Effects.CountOf("booked") <= 1, "Booked twice."),
        },
        "Booked twice.",
        "The events fail in this order: resume 'pay', resume 'pay'");

    [Fact]
    public async Task ShipmentThatDoesNotWaitForThePayment_IsFound() => await FoundAsync(
        new Parallel
        {
            Branches =
            {
                new Sequence { Activities = { new WaitFor("pay"), new Effect("paid") } },
                new Sequence { Activities = { new WaitFor("ship"), new Effect("shipped") } },
            },
        },
        new InterleavingOptions
        {
            Events = [TestEvent.Resume("pay"), TestEvent.Resume("ship")],
            MustEnd = false,
            Verify = outcome =>
            {
                if (outcome.Effects.CountOf("shipped") > 0)
                {
                    outcome.Trace.AssertRan("paid", "shipped");
                }
            },
        },
        "'paid' did not run",
        "The events fail in this order: resume 'ship'");

    /// <summary>The bug: the next round starts a day after the end of the work instead of a day after the start of the last round.</summary>
    [Fact]
    public async Task TimerThatDrifts_IsFound()
    {
        Variable<int> rounds = new("rounds", 0);
        await FoundAsync(
            new While(context => rounds.Get(context) < 30)
            {
                Variables = { rounds },
                Body = new Sequence
                {
                    Activities =
                    {
                        new Delay { Duration = TimeSpan.FromDays(1) },
                        new Delay { DisplayName = "Work", Duration = TimeSpan.FromMinutes(10) },
                        new Assign<int> { To = rounds, Value = new(context => rounds.Get(context) + 1) },
                    },
                },
            },
            new InterleavingOptions
            {
                Verify = outcome => Assert.True(
                    outcome.Trace.Records[^1].EventTime - outcome.Trace.Records[0].EventTime < TimeSpan.FromDays(30.1),
                    "The rounds drift."),
            },
            "The rounds drift.",
            "The events fail in this order: none");
    }

    [Fact]
    public async Task ValueOfAnotherType_IsFound() => await FoundAsync(
        new WaitFor("amount"),
        new InterleavingOptions { Events = [TestEvent.Resume("amount", 12)] },
        "Unable to cast",
        "The events fail in this order: resume 'amount' with 12");

    /// <summary>The bug: the timeout of the Pick also ends the wait for the confirmation, after the payment was accepted.</summary>
    [Fact]
    public async Task TimeoutThatDropsAPayment_IsFound() => await FoundAsync(
        new Pick
        {
            Branches =
            {
                new PickBranch
                {
                    Trigger = new Sequence { Activities = { new WaitFor("pay"), new Effect("paid"), new WaitFor("confirm"), new Effect("ordered") } }
                },
                new PickBranch { Trigger = new Delay { Duration = TimeSpan.FromDays(1) }, Action = new Effect("closed") },
            },
        },
        new InterleavingOptions
        {
            Events = [TestEvent.Resume("pay"), TestEvent.Advance(TimeSpan.FromDays(2)), TestEvent.Resume("confirm")],
            Verify = outcome => Assert.False(outcome.Effects.CountOf("paid") == 1 && outcome.Effects.CountOf("closed") == 1, "Paid and closed."),
        },
        "Paid and closed.",
        "The events fail in this order: resume 'pay'");

    private static async Task FoundAsync(Activity workflow, InterleavingOptions options, string reason, string order)
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => InterleavingTest.ExploreAsync(workflow, options));
        Assert.StartsWith(order, failure.Message, StringComparison.Ordinal);
        Assert.Contains(reason, failure.Message, StringComparison.Ordinal);
    }
}
