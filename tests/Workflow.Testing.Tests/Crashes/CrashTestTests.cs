using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Crashes;

public sealed class CrashTestTests
{
    private static readonly Dictionary<string, EffectRule> ChargeOnce = new() { ["charge"] = EffectRule.ExactlyOnce };

    [Fact]
    public async Task Explore_OfEffectBeforeSave_FindsTheRepetition()
    {
        WorkflowTestException failure = await FailureAsync(
            new Sequence { Activities = { new WaitFor("order"), new Effect("charge"), new WaitFor("ship") } },
            new CrashTestOptions { Events = [TestEvent.Resume("order"), TestEvent.Resume("ship")], Effects = ChargeOnce });
        Assert.StartsWith(
            "The effect 'charge' happened 2 times, and the rule is ExactlyOnce. The process was lost after 'charge' (3) was Closed.",
            failure.Message, StringComparison.Ordinal);
        Assert.Contains("- another process loads the instance", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_WithIdempotentService_Passes()
    {
        CrashReport report = await CrashTest.ExploreAsync(
            new Sequence { Activities = { new WaitFor("order"), new IdempotentEffect("charge"), new WaitFor("ship") } },
            new CrashTestOptions { Events = [TestEvent.Resume("order"), TestEvent.Resume("ship")], Effects = ChargeOnce });
        Assert.Contains("before the save at 'order'", report.Points);
        Assert.Contains("after the save of the end", report.Points);
        Assert.Contains("after 'charge' (3) was Closed", report.Points);
    }

    [Theory]
    [InlineData(EffectRule.AtLeastOnce)]
    public async Task Explore_WithWeakerRule_AcceptsTheRepetition(EffectRule rule) =>
        Assert.NotEmpty((await CrashTest.ExploreAsync(
            new Sequence { Activities = { new Effect("charge"), new WaitFor("ship") } },
            new CrashTestOptions { Events = [TestEvent.Resume("ship")], Effects = new Dictionary<string, EffectRule> { ["charge"] = rule } })).Points);

    [Fact]
    public async Task Explore_OfStateOutsideTheWorkflow_FindsOtherOutputs()
    {
        WorkflowTestException failure = await FailureAsync(
            new Counting(),
            new CrashTestOptions { Events = [TestEvent.Resume("a"), TestEvent.Resume("b")], AddExtensions = (extensions, _) => extensions.Add(new Counter()) });
        Assert.StartsWith("The output 'Result' is 1, and 2 when no process was lost.", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_OfValueThatCannotBeSaved_FailsWithoutACrash()
    {
        Variable<object> value = new("value", _ => new MemoryStream());
        WorkflowTestException failure = await FailureAsync(
            new Sequence { Variables = { value }, Activities = { new WaitFor("a") } }, new CrashTestOptions { Events = [TestEvent.Resume("a")] });
        Assert.Contains("The variable 'value'", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_WithTimeThatPasses_ContinuesAtTheSameTime()
    {
        Variable<DateTimeOffset> end = new("end");
        CrashReport report = await CrashTest.ExploreAsync(
            new Sequence { Activities = { new Delay { Duration = TimeSpan.FromDays(1) }, new WaitFor("a"), new Delay { Duration = TimeSpan.FromDays(1) } } },
            new CrashTestOptions { Events = [TestEvent.Advance(TimeSpan.FromDays(3)), TestEvent.Resume("a"), TestEvent.Advance(TimeSpan.FromHours(1))] });
        Assert.True(report.Points.Count > 10);
    }

    [Fact]
    public async Task Explore_WithVerify_ReportsItsException()
    {
        WorkflowTestException failure = await FailureAsync(
            new WaitFor("a"),
            new CrashTestOptions
            {
                Events = [TestEvent.Resume("a")],
                Verify = outcome => Assert.False(outcome.LostAt == "after the save of the end", "the end"),
            });
        Assert.Contains("The process was lost after the save of the end.", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_WithEventThatCannotBeDelivered_FailsWithoutACrash()
    {
        WorkflowTestException failure = await FailureAsync(new WaitFor("a"), new CrashTestOptions { Events = [TestEvent.Resume("b")] });
        Assert.StartsWith("The event 'resume 'b'' cannot be delivered: it waits at 'a'", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explore_OfTwentySaves_LosesTheProcessAroundEach()
    {
        Sequence workflow = new();
        List<TestEvent> events = [];
        for (int step = 0; step < 20; step++)
        {
            workflow.Activities.Add(new WaitFor($"step {step}"));
            events.Add(TestEvent.Resume($"step {step}"));
        }

        CrashReport report = await CrashTest.ExploreAsync(workflow, new CrashTestOptions { Events = events });
        Assert.Equal(20, report.Points.Count(point => point.StartsWith("after the save at", StringComparison.Ordinal)));
    }

    private static async Task<WorkflowTestException> FailureAsync(Activity workflow, CrashTestOptions options) =>
        await Assert.ThrowsAsync<WorkflowTestException>(() => CrashTest.ExploreAsync(workflow, options));

    /// <summary>A service that recognizes a repetition by its key.</summary>
    private sealed class IdempotentEffect : CodeActivity
    {
        public IdempotentEffect(string key) => DisplayName = key;

        protected override void Execute(CodeActivityContext context)
        {
            EffectLog effects = context.GetRequiredExtension<EffectLog>();
            if (effects.CountOf(DisplayName) == 0)
            {
                effects.Add(DisplayName);
            }
        }
    }

    private sealed class Counter
    {
        public int Count { get; set; }
    }

    /// <summary>A workflow that counts in an object of the process, so that a crash loses the count.</summary>
    private sealed class Counting : Activity<int>
    {
        public Counting() => Implementation = () => new Sequence
        {
            Activities =
            {
                new WaitFor("a"),
                new Increment(),
                new WaitFor("b"),
                new Increment { Result = new(context => Result!.Get(context)) },
            },
        };

        private sealed class Increment : CodeActivity<int>
        {
            protected override int Execute(CodeActivityContext context) => ++context.GetRequiredExtension<Counter>().Count;
        }
    }
}
