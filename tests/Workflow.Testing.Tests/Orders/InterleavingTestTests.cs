using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Orders;

public sealed class InterleavingTestTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(3, 6)]
    [InlineData(5, 120)]
    public async Task Explore_OfFewEvents_RunsEachOrderOnce(int events, int orders)
    {
        Parallel workflow = new();
        HashSet<string> seen = [];
        for (int number = 0; number < events; number++)
        {
            workflow.Branches.Add(new WaitFor($"{number}"));
        }

        InterleavingReport report = await InterleavingTest.ExploreAsync(workflow, new InterleavingOptions
        {
            Events = [.. Enumerable.Range(0, events).Select(number => TestEvent.Resume($"{number}"))],
            Verify = outcome => Assert.True(seen.Add(string.Join(", ", outcome.Order))),
        });
        Assert.Equal((orders, orders, true), (report.Orders, seen.Count, report.IsExhaustive));
    }

    [Fact]
    public async Task Explore_OfManyEvents_RunsSeededOrders()
    {
        List<string> first = await OrdersAsync(7), second = await OrdersAsync(7), other = await OrdersAsync(8);
        Assert.Equal(first, second);
        Assert.NotEqual(first, other);

        static async Task<List<string>> OrdersAsync(int seed)
        {
            Parallel workflow = new();
            for (int number = 0; number < 8; number++)
            {
                workflow.Branches.Add(new WaitFor($"{number}"));
            }

            List<string> seen = [];
            InterleavingReport report = await InterleavingTest.ExploreAsync(workflow, new InterleavingOptions
            {
                Events = [.. Enumerable.Range(0, 8).Select(number => TestEvent.Resume($"{number}"))],
                MaxOrders = 20,
                Seed = seed,
                Verify = outcome => seen.Add(string.Join(", ", outcome.Order)),
            });
            Assert.Equal((20, false), (report.Orders, report.IsExhaustive));
            return seen;
        }
    }

    [Fact]
    public async Task Explore_OfARace_FindsTheSmallestOrder()
    {
        // The planted bug: the workflow still accepts a payment after the timeout.
        Pick payment = new()
        {
            Branches =
            {
                new PickBranch { Trigger = new WaitFor("pay"), Action = new Effect("paid") },
                new PickBranch
                {
                    Trigger = new Delay { Duration = TimeSpan.FromDays(1) },
                    Action = new Sequence { Activities = { new Effect("released"), new WaitFor("pay"), new Effect("paid") } }
                },
            },
        };
        InterleavingOptions options = new()
        {
            Events = [TestEvent.Resume("pay"), TestEvent.Advance(TimeSpan.FromDays(2)), TestEvent.Advance(TimeSpan.FromHours(1))],
            Verify = outcome => Assert.False(outcome.Effects.CountOf("paid") == 1 && outcome.Effects.CountOf("released") == 1, "Released and paid."),
        };
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => InterleavingTest.ExploreAsync(payment, options));
        Assert.StartsWith("The events fail in this order: advance by 2.00:00:00, resume 'pay' (order", failure.Message, StringComparison.Ordinal);
        Assert.Contains("reduced from 3 to 2 events", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_WithEarlyEvent_DeliversItWhenItIsExpected()
    {
        InterleavingReport report = await InterleavingTest.ExploreAsync(
            new Sequence { Activities = { new WaitFor("a"), new WaitFor("b") } },
            new InterleavingOptions
            {
                Events = [TestEvent.Resume("a"), TestEvent.Resume("b")],
                Verify = outcome => Assert.Equal((ActivityInstanceState.Closed, 0), (outcome.Result!.State, outcome.Undelivered.Count)),
            });
        Assert.Equal(2, report.Orders);
    }

    [Fact]
    public async Task Explore_OfWorkflowThatDoesNotEnd_FailsIfItMustEnd()
    {
        InterleavingOptions options = new() { Events = [TestEvent.Resume("a"), TestEvent.Resume("c")], Verify = null };
        Sequence workflow = new() { Activities = { new WaitFor("a"), new WaitFor("b") } };
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => InterleavingTest.ExploreAsync(workflow, options));
        Assert.Contains("The events fail in this order: none", failure.Message, StringComparison.Ordinal);
        await InterleavingTest.ExploreAsync(workflow, new InterleavingOptions
        {
            Events = options.Events,
            MustEnd = false,
            Verify = outcome => Assert.Equal((null, "resume 'c'"), (outcome.Result, Assert.Single(outcome.Undelivered).ToString())),
        });
    }

    [Fact]
    public async Task Replay_OfOneOrder_RunsExactlyThat()
    {
        InterleavingOutcome outcome = await InterleavingTest.ReplayAsync(
            new Parallel { Branches = { new WaitFor("a"), new WaitFor("b") } },
            new InterleavingOptions { Events = [TestEvent.Resume("b"), TestEvent.Resume("a")] });
        Assert.Equal(["resume 'b'", "resume 'a'"], outcome.Order.Select(one => one.ToString()));
        Assert.Equal(ActivityInstanceState.Closed, outcome.Result!.State);
    }
}
