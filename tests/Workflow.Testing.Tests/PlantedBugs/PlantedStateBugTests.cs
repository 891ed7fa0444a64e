using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.PlantedBugs;

/// <summary>Tests of workflows with one planted bug each in their state, shared variables or waits.</summary>
public sealed class PlantedStateBugTests
{
    /// <summary>The bug: a lambda of the definition captures a local variable, which does not belong to one instance.</summary>
    [Fact]
    public async Task CapturedVariableOfTheDefinition_IsFoundByTheCrashTest()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => CrashTest.ExploreAsync(
            new CountsInAClosure(), new CrashTestOptions { Events = [TestEvent.Resume("a"), TestEvent.Resume("b")] }));
        Assert.StartsWith("The output 'Result' is ", failure.Message, StringComparison.Ordinal);
    }

    /// <summary>The bug: the callback of a bookmark captures a local variable, so a load could not restore the callback.</summary>
    [Fact]
    public async Task CallbackThatCaptures_IsFoundAtTheFirstRun()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => CrashTest.ExploreAsync(
            new CapturingWait(), new CrashTestOptions { Events = [TestEvent.Resume("answer")] }));
        Assert.Contains(
            "The callback '<Execute>b__0' of 'CapturingWait' is neither a method of that activity nor a static method",
            failure.Message, StringComparison.Ordinal);
    }

    /// <summary>The bug: both branches store their order in one variable, so a branch can ship the order of the other branch.</summary>
    [Fact]
    public async Task VariableThatBranchesShare_IsFoundByOrder()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => InterleavingTest.ExploreAsync(
            new SharesAVariable(),
            new InterleavingOptions
            {
                Events = [TestEvent.Resume("order 1", "pen"), TestEvent.Resume("pay 1"), TestEvent.Resume("order 2", "ink"), TestEvent.Resume("pay 2")],
                Verify = outcome => Assert.True(
                    outcome.Effects.CountOf("1 ships pen") == 1 && outcome.Effects.CountOf("2 ships ink") == 1, "Shipped the wrong thing."),
            }));
        Assert.Contains("Shipped the wrong thing.", failure.Message, StringComparison.Ordinal);
        Assert.StartsWith(
            "The events fail in this order: resume 'order 1' with \"pen\", resume 'order 2' with \"ink\", resume 'pay 1'",
            failure.Message, StringComparison.Ordinal);
    }

    /// <summary>The bug: a retry repeats an effect that has already succeeded.</summary>
    [Fact]
    public async Task RepetitionOfWhatHasSucceeded_IsFoundByTheRule()
    {
        Variable<bool> isDone = new("isDone", false);
        TryCatch attempt = new()
        {
            Try = new Sequence { Activities = { new Effect("charge"), new FailsOnce(), new Assign<bool> { To = isDone, Value = true } } },
            Catches = { new Catch<TimeoutException>() },
        };
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => CrashTest.ExploreAsync(
            new DoWhile(context => !isDone.Get(context)) { Variables = { isDone }, Body = attempt },
            new CrashTestOptions { Effects = new Dictionary<string, EffectRule> { ["charge"] = EffectRule.AtMostOnce } }));
        Assert.StartsWith("The effect 'charge' happened 2 times", failure.Message, StringComparison.Ordinal);
    }

    /// <summary>The bug: a loop without a wait polls a variable that only another branch can change.</summary>
    [Fact]
    public async Task LoopWithoutAWait_IsFoundByTheLimitOfRecords()
    {
        Variable<bool> isReady = new("isReady", false);
        await using TestHost host = new(new TestHostOptions { MaxRecords = 1_000 });
        TestInstance instance = host.Start(new Sequence
        {
            Variables = { isReady },
            Activities =
            {
                new Parallel
                {
                    Branches =
                    {
                        new While(context => !isReady.Get(context)) { DisplayName = "poll", Body = new Sequence() },
                        new Sequence { Activities = { new WaitFor("ready"), new Assign<bool> { To = isReady, Value = true } } },
                    },
                },
            },
        });
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => instance.RunUntilBookmarkAsync("ready"));
        Assert.Contains("change MaxRecords if it needs more", failure.Message, StringComparison.Ordinal);
        Assert.Contains("poll", failure.Message, StringComparison.Ordinal);
    }

    /// <summary>The bug: a deadlock, because each branch waits for an event that the other branch sends only after its own wait.</summary>
    [Fact]
    public async Task BranchesThatWaitForEachOther_AreNamed()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new Parallel
        {
            Branches =
            {
                new Sequence { Activities = { new WaitFor("stock reserved"), new Effect("payment taken") } },
                new Sequence { Activities = { new WaitFor("payment taken"), new Effect("stock reserved") } },
            },
        });
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => instance.RunToEndAsync());
        Assert.Contains("'stock reserved'", failure.Message, StringComparison.Ordinal);
        Assert.Contains("'payment taken'", failure.Message, StringComparison.Ordinal);
    }

    private sealed class CountsInAClosure : Activity<int>
    {
        public CountsInAClosure()
        {
            int count = 0;
            Implementation = () => new Sequence
            {
                Activities = { new WaitFor("a"), new Assign<int> { To = new(context => Result!.Get(context)), Value = new(_ => ++count) }, new WaitFor("b") },
            };
        }
    }

    private sealed class CapturingWait : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context)
        {
            string question = "Send it?";
#pragma warning disable WF0002 // This is the planted bug.
            context.CreateBookmark("answer", (_, _, value) => Assert.Equal(question, value));
#pragma warning restore WF0002
        }
    }

    private sealed class SharesAVariable : Activity
    {
        public SharesAVariable()
        {
            Variable<string> order = new("order");
            Implementation = () => new Sequence
            {
                Variables = { order },
                Activities = { new Parallel { Branches = { Branch(1), Branch(2) } } },
            };

            Sequence Branch(int number) => new()
            {
                Activities =
                {
                    new WaitFor($"order {number}") { Result = order },
                    new WaitFor($"pay {number}"),
                    new Ship(number) { Order = order },
                },
            };
        }
    }

    private sealed class Ship(int number) : CodeActivity
    {
        public InArgument<string>? Order { get; set; }

        protected override void Execute(CodeActivityContext context) => context.GetRequiredExtension<EffectLog>().Add($"{number} ships {Order!.Get(context)}");
    }

    private sealed class FailsOnce : CodeActivity
    {
        protected override void Execute(CodeActivityContext context)
        {
            EffectLog effects = context.GetRequiredExtension<EffectLog>();
            effects.Add("attempt");
            if (effects.CountOf("attempt") == 1)
            {
                throw new TimeoutException("The service did not answer.");
            }
        }
    }
}
