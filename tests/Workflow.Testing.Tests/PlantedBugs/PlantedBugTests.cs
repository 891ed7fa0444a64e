using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.PlantedBugs;

/// <summary>
/// Tests of workflows with one planted bug each, of kinds that occur in production. The test kit finds each bug and reports the shortest way to it.
/// </summary>
public sealed class PlantedBugTests
{
    [Fact]
    public async Task CountInAFieldOfTheActivity_IsFoundByTheCrashTest() => await FoundByCrashAsync(
        new CountsInAField(),
        new CrashTestOptions { Events = [TestEvent.Resume("a"), TestEvent.Resume("b")] },
        "The output 'Result' is ");

    [Fact]
    public async Task KeyThatIsNewInEachAttempt_IsFoundByTheCrashTest() => await FoundByCrashAsync(
        new Sequence { Activities = { new EffectWithNewKey(), new WaitFor("ship") } },
        new CrashTestOptions { Events = [TestEvent.Resume("ship")], Verify = outcome => Assert.True(outcome.Effects.Count == 1, "Charged twice.") },
        "Charged twice. The process was lost after 'charge' (");

    [Fact]
    public async Task EffectThatIsBufferedInTheProcess_IsFoundByTheCrashTest() => await FoundByCrashAsync(
        new Sequence { Activities = { new BufferedEffect("mail"), new WaitFor("next"), new FlushBuffer() } },
        new CrashTestOptions
        {
            Events = [TestEvent.Resume("next")],
            Effects = new Dictionary<string, EffectRule> { ["mail"] = EffectRule.AtLeastOnce },
            AddExtensions = (extensions, _) => extensions.Add(new List<string>()),
        },
        "The effect 'mail' happened not at all, and the rule is AtLeastOnce. The process was lost after the save at 'next'.");

    [Fact]
    public async Task SaveBeforeTheEffect_DoesNotPreventTheRepetition() => await FoundByCrashAsync(
        new Sequence { Activities = { new WaitFor("order"), new Persist(), new Effect("charge"), new WaitFor("ship") } },
        new CrashTestOptions
        {
            Events = [TestEvent.Resume("order"), TestEvent.Resume("ship")],
            Effects = new Dictionary<string, EffectRule> { ["charge"] = EffectRule.ExactlyOnce },
        },
        "The effect 'charge' happened 2 times");

    [Fact]
    public async Task LostUpdateOfTwoBranches_IsFoundInEachOrder()
    {
        Variable<int> total = new("total", 0);
        await FoundByOrderAsync(
            new Sum(total),
            new InterleavingOptions
            {
                Events = [TestEvent.Resume("a"), TestEvent.Resume("b")],
                Verify = outcome => Assert.True(outcome.Result!.GetOutput<int>() == 2, "One addition is lost."),
            },
            "The events fail in this order: resume 'a', resume 'b'");
    }

    [Fact]
    public async Task DeadlineThatEachEventPostpones_IsFoundByOrder()
    {
        Variable<bool> ends = new("ends", false);
        Sequence wait = new();
        wait.Activities.Add(new Pick
        {
            Branches =
            {
                new PickBranch { Trigger = new WaitFor("comment") },
                new PickBranch
                {
                    Trigger = new Delay { Duration = TimeSpan.FromDays(2) },
                    Action = new Sequence { Activities = { new Effect("escalate"), new Assign<bool> { To = ends, Value = true } } },
                },
            },
        });
        await FoundByOrderAsync(
            new DoWhile(context => !ends.Get(context)) { Body = wait, Variables = { ends } },
            new InterleavingOptions
            {
                Events = [TestEvent.Advance(TimeSpan.FromDays(1.5)), TestEvent.Resume("comment"), TestEvent.Advance(TimeSpan.FromDays(1))],
                MustEnd = false,
                Verify = outcome => Assert.True(EscalatedIn(outcome, TimeSpan.FromDays(2.5)), "Escalated too late."),
            },
            "The events fail in this order: advance by 1.12:00:00, resume 'comment'");
    }

    [Fact]
    public async Task CancellationThatLeavesAReservation_IsFoundByOrder() => await FoundByOrderAsync(
        new Sequence { Activities = { new WaitFor("reserve"), new Effect("reserved"), new WaitFor("ship"), new Effect("released") } },
        new InterleavingOptions
        {
            Events = [TestEvent.Resume("reserve"), TestEvent.Resume("ship"), TestEvent.Cancel()],
            Verify = outcome => Assert.True(outcome.Effects.CountOf("reserved") == outcome.Effects.CountOf("released"), "The reservation stays."),
        },
        "The events fail in this order: resume 'reserve', cancel");

    [Fact]
    public async Task TwoBookmarksOfOneName_AreFoundAtTheFirstRun() => await FoundByOrderAsync(
        new Parallel { Branches = { new WaitFor("vote"), new WaitFor("vote") } },
        new InterleavingOptions { Events = [TestEvent.Resume("vote")] },
        "The events fail in this order: none");

    [Fact]
    public void FailureThatIsSwallowed_IsFoundByTheTrace()
    {
        WorkflowTestResult result = WorkflowTest.Run(
            new TryCatch
            {
                Try = new Sequence { Activities = { new Throw { Exception = new(_ => new FormatException("no price")) }, new Effect("charge") } },
                Catches = { new Catch<Exception>() },
            });
        WorkflowTestException failure = Assert.Throws<WorkflowTestException>(() => result.Trace.AssertRan("charge"));
        Assert.Contains("threw FormatException: no price", failure.Message, StringComparison.Ordinal);
    }

    private static bool EscalatedIn(InterleavingOutcome outcome, TimeSpan limit) =>
        outcome.Trace.Records[^1].EventTime - outcome.Trace.Records[0].EventTime <= limit;

    private static async Task FoundByCrashAsync(Activity workflow, CrashTestOptions options, string message)
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => CrashTest.ExploreAsync(workflow, options));
        Assert.StartsWith(message, failure.Message, StringComparison.Ordinal);
    }

    private static async Task FoundByOrderAsync(Activity workflow, InterleavingOptions options, string message)
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => InterleavingTest.ExploreAsync(workflow, options));
        Assert.StartsWith(message, failure.Message, StringComparison.Ordinal);
    }

    /// <summary>The bug: all instances share the definition, so a field does not belong to one instance.</summary>
    private sealed class CountsInAField : Activity<int>
    {
        public CountsInAField()
        {
            Increment increment = new() { Result = new(context => Result!.Get(context)) };
            Implementation = () => new Sequence { Activities = { new WaitFor("a"), increment, new WaitFor("b") } };
        }

        private sealed class Increment : CodeActivity<int>
        {
            private int _count;

            protected override int Execute(CodeActivityContext context) => ++_count;
        }
    }

    /// <summary>The bug: each attempt has a new key, so the service cannot recognize a repetition.</summary>
    private sealed class EffectWithNewKey : CodeActivity
    {
        public EffectWithNewKey() => DisplayName = "charge";

        protected override void Execute(CodeActivityContext context)
        {
            EffectLog effects = context.GetRequiredExtension<EffectLog>();
            string key = $"charge/{Guid.NewGuid()}";
            if (effects.CountOf(key) == 0)
            {
                effects.Add(key);
            }
        }
    }

    /// <summary>The bug: the mail is only in memory when the saved state already records it as sent.</summary>
    private sealed class BufferedEffect(string key) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => context.GetRequiredExtension<List<string>>().Add(key);
    }

    private sealed class FlushBuffer : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) =>
            context.GetRequiredExtension<List<string>>().ForEach(context.GetRequiredExtension<EffectLog>().Add);
    }

    /// <summary>The bug: both branches read the total before their wait and write it afterwards, so that one update is lost.</summary>
    private sealed class Sum : Activity<int>
    {
        public Sum(Variable<int> total)
        {
            Implementation = () => new Sequence
            {
                Variables = { total },
                Activities =
                {
                    new Parallel { Branches = { Branch("a"), Branch("b") } },
                    new Assign<int> { To = new(context => Result!.Get(context)), Value = total },
                },
            };

            Sequence Branch(string name)
            {
                Variable<int> read = new("read");
                return new Sequence
                {
                    Variables = { read },
                    Activities =
                    {
                        new Assign<int> { To = read, Value = total },
                        new WaitFor(name),
                        new Assign<int> { To = total, Value = new(context => read.Get(context) + 1) },
                    },
                };
            }
        }
    }
}
