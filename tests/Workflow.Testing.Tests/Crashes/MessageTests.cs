using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Crashes;

/// <summary>Tests of crash tests whose scripts send messages of the store.</summary>
public sealed class MessageTests
{
    [Fact]
    public async Task Explore_WithMessages_LosesNoneAndRepeatsNone()
    {
        CrashReport report = await CrashTest.ExploreAsync(
            new Sequence { Activities = { new WaitFor("first"), new Effect("effect"), new WaitFor("second") } },
            new CrashTestOptions
            {
                Events = [TestEvent.Send("first", "a"), TestEvent.Send("second", "b")],
                Effects = new Dictionary<string, EffectRule> { ["effect"] = EffectRule.AtLeastOnce },
            });
        Assert.Contains("before the receipt of messages", report.Points);
        Assert.Contains("after the receipt of messages", report.Points);
    }

    [Fact]
    public async Task Explore_WithAMessageThatComesTooEarly_DeliversItLater()
    {
        CrashReport report = await CrashTest.ExploreAsync(
            Result("late", before: "early"), new CrashTestOptions { Events = [TestEvent.Send("late", "kept"), TestEvent.Send("early")] });
        Assert.Equal("kept", report.Uninterrupted.Result.GetOutput<string>());
    }

    /// <summary>A planted bug: the sender repeats a message without a request id, and the workflow treats the repetition as another message.</summary>
    [Fact]
    public async Task Explore_WithAMessageWithoutARequestId_FindsTheRepetition()
    {
        await CrashTest.ExploreAsync(TwoPayments(), Options(hasRequestId: true));
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(
            () => CrashTest.ExploreAsync(TwoPayments(), Options(hasRequestId: false)));
        Assert.StartsWith("A second payment.", failure.Message, StringComparison.Ordinal);
        Assert.Contains("- send to 'pay'", failure.Message, StringComparison.Ordinal);

        static CrashTestOptions Options(bool hasRequestId) => new()
        {
            Events = [TestEvent.Send("pay", hasRequestId: hasRequestId), TestEvent.Advance(TimeSpan.FromDays(2))],
            Verify = outcome =>
            {
                if (outcome.CountOf("second") > 0)
                {
                    throw new InvalidOperationException("A second payment.");
                }
            },
        };

        static Sequence TwoPayments() => new()
        {
            Activities =
            {
                new WaitFor("pay"),
                new Pick
                {
                    Branches =
                    {
                        new PickBranch { Trigger = new WaitFor("pay"), Action = new Effect("second") },
                        new PickBranch { Trigger = new Delay { Duration = TimeSpan.FromDays(1) } },
                    },
                },
            },
        };
    }

    [Fact]
    public async Task Explore_WithATakeover_IsRefused()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(
            () => CrashTest.ExploreAsync(new WaitFor("go"), new CrashTestOptions { Events = [TestEvent.Takeover()] }));
        Assert.Contains("use 'TestEvent.Takeover' in an 'InterleavingTest'", failure.Message, StringComparison.Ordinal);
    }

    private static Composite Result(string bookmark, string before) => new(bookmark, before);

    private sealed class Composite : Activity<string>
    {
        public Composite(string bookmark, string before)
        {
            Variable<string> value = new("value");
            Implementation = () => new Sequence
            {
                Variables = { value },
                Activities =
                {
                    new WaitFor(before),
                    new WaitFor(bookmark) { Result = value },
                    new Assign<string> { To = new(context => Result!.Get(context)), Value = value },
                },
            };
        }
    }
}
