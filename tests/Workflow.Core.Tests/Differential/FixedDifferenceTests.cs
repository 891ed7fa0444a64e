using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential;

/// <summary>What the random comparison found, each as the smallest workflow that showed it.</summary>
public sealed class FixedDifferenceTests
{
    private readonly Log _log = new();

    /// <summary>The frame of the branch that was scheduled last was borrowed while the one before still waited in it.</summary>
    [Theory, Lanes]
    [Rule("1.2")]
    public void Parallel_OfShippedCodeActivities_RunsEachBranch(Lane lane)
    {
        Variable<int> first = new("first");
        Variable<int> second = new("second");
        Variable<int> third = new("third");
        Sequence workflow = new()
        {
            Variables = { first, second, third },
            Activities =
            {
                new Workflow.Statements.Parallel
                {
                    Branches =
                    {
                        new Assign<int> { To = first, Value = 1 },
                        new Assign<int> { To = second, Value = 2 },
                        new Assign<int> { To = third, Value = 3 },
                    },
                },
                new Note(_log, context => $"{first.Get(context)} {second.Get(context)} {third.Get(context)}"),
            },
        };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1 2 3");
    }

    /// <summary>The same with a delegate's handler: a loop of throws became a ring of siblings, and the run never ended.</summary>
    [Theory, Lanes]
    [Rule("1.3")]
    public void ParallelForEach_OfAShippedCodeActivity_RunsEachBody(Lane lane)
    {
        Variable<int> sum = new("sum");
        DelegateInArgument<int> item = new("item");
        Sequence workflow = new()
        {
            Variables = { sum },
            Activities =
            {
                new ParallelForEach<int>
                {
                    Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2, 4 }),
                    Body = new ActivityAction<int>
                    {
                        Argument = item,
                        Handler = new Assign<int> { To = sum, Value = new InArgument<int>(context => sum.Get(context) + item.Get(context)) },
                    },
                },
                new Note(_log, context => $"{sum.Get(context)}"),
            },
        };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7");
    }

    /// <summary>The faulted step's completion item found its sequence aborted, and the sequence went on with its next step.</summary>
    [Theory, Lanes]
    [Rule("6.2")]
    public void AbortChildInstance_OfASequenceWhoseStepFaulted_RunsNoFurtherStep(Lane lane)
    {
        Sequence sequence = new() { DisplayName = "sequence", Activities = { new Step(_log, "fails", new FormatException("x")), new Step(_log, "next") } };
        Probe root = new(_log, "root", sequence);
        ActivityInstance? child = null;
        root.Body = context => child = root.ScheduleGuarded(context, sequence);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.AbortChildInstance(child!);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "fails", "root ! x from fails", "root < sequence Faulted");
    }

    /// <summary>The slot of a variable whose default reads it held what an earlier run had left there.</summary>
    [Theory, Lanes]
    [Rule("4.7")]
    public void Variable_WhoseDefaultReadsALaterSibling_SeesItsDefaultValueInEveryPass(Lane lane)
    {
        Variable<int> passes = new("passes");
        Variable<int> later = new("later", 5);
        Variable<int> early = new("early", context => later.Get(context));
        Sequence body = new()
        {
            Variables = { early, later },
            Activities =
            {
                new Note(_log, context => $"{early.Get(context)} {later.Get(context)}"),
                new Assign<int> { To = later, Value = 9 },
                new Assign<int> { To = passes, Value = new InArgument<int>(context => passes.Get(context) + 1) },
            },
        };
        Sequence workflow = new() { Variables = { passes }, Activities = { new While(context => passes.Get(context) < 3) { Body = body } } };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("0 5", "0 5", "0 5");
    }

    /// <summary>A condition that failed in its second evaluation left the first one's result to the callback.</summary>
    [Theory, Lanes]
    [Rule("4.13")]
    public void While_WhoseConditionFailsAndIsHandled_EndsAsIfTheConditionWereFalse(Lane lane)
    {
        int evaluations = 0;
        While loop = new(_ => ++evaluations == 2 ? throw new FormatException("x") : true) { DisplayName = "loop", Body = new Step(_log, "body") };
        Probe root = new(_log, "root", loop);
        root.Body = context => root.ScheduleGuarded(context, loop);
        root.OnFault = (context, _, _) => context.HandleFault();
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "body", "root ! x from LambdaValue<Boolean>", "root < loop Closed");
    }

    /// <summary>An expression in its owner's item found its own result as the pass before had left it.</summary>
    [Theory, Lanes]
    [Rule("4.3")]
    public void Result_OfAnExpressionInItsOwnersItem_IsTheDefaultBeforeEachRun(Lane lane)
    {
        Variable<int> passes = new("passes");
        ResultReader expression = new(_log);
        Sequence workflow = new()
        {
            Variables = { passes },
            Activities =
            {
                new While(context => passes.Get(context) < 3)
                {
                    Body = new Sequence
                    {
                        Activities =
                        {
                            new If { Condition = new InArgument<bool>(expression) },
                            new Assign<int> { To = passes, Value = new InArgument<int>(context => passes.Get(context) + 1) },
                        },
                    },
                },
            },
        };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("False", "False", "False");
    }

    /// <summary>What default cancellation suppresses took a number in one lane only.</summary>
    [Theory, Lanes]
    [Rule("1.8")]
    public void Id_AfterASuppressedStep_CountsOnAsIfItHadNotBeenScheduled(Lane lane)
    {
        Sequence sequence = new() { DisplayName = "sequence", Activities = { new Step(_log, "first"), new Wait(_log, "wait") { IsDeaf = true }, new Step(_log, "never") } };
        Step after = new(_log, "after", context => _log.Add($"#{context.ActivityInstanceId}"));
        Probe root = new(_log, "root", sequence, after) { OnCancel = context => context.CancelChildren() };
        root.Body = context => root.Schedule(context, sequence);
        root.OnChild = (context, completed) =>
        {
            if (completed.Activity == sequence)
            {
                root.Schedule(context, after);
            }
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("wait");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "first", "wait waits", "root cancels", "wait cancels", "wait resumed ", "root < sequence Canceled", "after", "#5", "root < after Closed");
    }

    /// <summary>An instance that was torn down before its turn showed what its place had held for another one.</summary>
    [Theory, Lanes]
    [Rule("1.8")]
    public void GetOutputs_OfAnInstanceThatNeverStarted_AreDefaults(Lane lane)
    {
        Variable<int> number = new("number");
        ActivityInstance? kept = null;
        Assign<int> never = new() { To = number, Value = 2 };
        Probe aborting = new(_log, "aborting", never);
        aborting.Body = context =>
        {
            kept = aborting.Schedule(context, never);
            context.AbortChildInstance(kept);
        };
        Sequence workflow = new() { Variables = { number }, Activities = { new Assign<int> { To = number, Value = 1 }, aborting } };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((ActivityInstanceState.Faulted, 0), (kept!.State, kept.GetOutputs()["To"]));
    }

    /// <summary>A root that was aborted while its argument's place was awaited gave out what the run before it had computed.</summary>
    [Theory, Lanes]
    [Rule("4.10")]
    public void Outputs_OfARootThatWasAbortedBeforeItStarted_AreNotThoseOfAnEarlierRun(Lane lane)
    {
        WaitFor<Location<bool>> place = new(_log, "place");
        SetFlag root = new() { Flag = new OutArgument<bool>(place) };
        Running first = Runner.Start(root, lane);
        first.Resume("place", new Location<bool>());
        Assert.Equal(true, first.End().Outputs["Flag"]);
        Running second = Runner.Start(root, lane);
        second.Abort(new FormatException("x"));
        Assert.Equal(false, second.End().Outputs["Flag"]);
    }

    /// <summary>A fault of a condition's first evaluation found the result of another condition of the same shape.</summary>
    [Theory, Lanes]
    [Rule("4.13")]
    public void While_WhoseFirstConditionFailsAfterAnotherWhile_EndsAsIfTheConditionWereFalse(Lane lane)
    {
        int evaluations = 0;
        While loop = new(_ => ++evaluations == 1 ? throw new FormatException("x") : false) { DisplayName = "loop", Body = new Step(_log, "body") };
        If before = new() { Condition = new InArgument<bool>(new WaitFor<bool>(_log, "decision")) };
        Probe root = new(_log, "root", loop);
        root.Body = context => root.ScheduleGuarded(context, loop);
        root.OnFault = (context, _, _) => context.HandleFault();
        Running running = Runner.Start(new Sequence { Activities = { before, root } }, lane);
        running.Resume("decision", true);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("decision waits", "root executes", "root ! x from LambdaValue<Boolean>", "root < loop Closed");
        Assert.Equal(1, evaluations);
    }

    /// <summary>A callback that throws kept the child's outputs bound to a place that served another activity later.</summary>
    [Theory, Lanes]
    [Rule("1.5")]
    public void GetOutputs_OfAKeptInstanceWhoseParentsCallbackThrew_StayWhatItEndedWith(Lane lane)
    {
        Variable<int> number = new("number");
        ActivityInstance? kept = null;
        Probe failing = new(_log, "failing", new Bump { Counter = number })
        {
            OnChild = (_, completed) =>
            {
                kept = completed;
                throw new FormatException("x");
            },
        };
        TryCatch workflow = new()
        {
            Try = new Workflow.Statements.Parallel { Variables = { number }, Branches = { failing } },
            Catches = { new Catch<FormatException>() },
            Finally = new Sequence
            {
                Activities = { new Sequence { Variables = { new Variable<int>("other", 55) }, Activities = { new Step(_log, "finally") } } },
            },
        };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((ActivityInstanceState.Closed, 1), (kept!.State, kept.GetOutputs()["Counter"]));
    }

    /// <summary>The place of an unbound result had served a bound one before, and what was written to it reached that one's variable.</summary>
    [Theory, Lanes]
    [Rule("4.3")]
    public void Result_ThatIsUnbound_ReachesNoPlaceOfAnotherActivity(Lane lane)
    {
        Variable<bool> flag = new("flag");
        int evaluations = 0;
        Sequence workflow = new()
        {
            Variables = { flag },
            Activities =
            {
                new SetFlag { Flag = flag },
                new While(_ => ++evaluations < 2),
                new If { Condition = new InArgument<bool>(new ResultReader(_log)) },
                new Note(_log, context => $"flag {flag.Get(context)}"),
                new Assign<bool> { To = flag, Value = false },
                new If { Condition = new InArgument<bool>(new ResultReader(_log)) },
                new Note(_log, context => $"flag {flag.Get(context)}"),
            },
        };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("False", "flag True", "False", "flag False");
    }

    private sealed class SetFlag : CodeActivity
    {
        public OutArgument<bool> Flag { get; set; } = new();

        protected override void Execute(CodeActivityContext context) => Flag.Set(context, true);
    }

    private sealed class Bump : CodeActivity
    {
        public InOutArgument<int> Counter { get; set; } = new();

        protected override void Execute(CodeActivityContext context) => Counter.Set(context, Counter.Get(context) + 1);
    }

    private sealed class ResultReader(Log log) : CodeActivity<bool>
    {
        protected override bool Execute(CodeActivityContext context)
        {
            log.Add($"{Result!.Get(context)}");
            return true;
        }
    }

    /// <summary>What the last activity of the same shape had left in its place was read instead.</summary>
    [Theory, Lanes]
    [Rule("4.3")]
    public void InOutArgument_WhoseExpressionYieldsNoPlace_ReadsTheDefault(Lane lane)
    {
        Variable<int> first = new("first", 7);
        Sequence workflow = new()
        {
            Variables = { first },
            Activities =
            {
                new Raise(_log) { Amount = new InOutArgument<int>(first), Delay = new InArgument<int>(new WaitFor<int>(_log, "one")) },
                new Raise(_log) { Amount = new InOutArgument<int>(new WaitFor<Location<int>>(_log, "place")), Delay = 1 },
            },
        };
        Running running = Runner.Start(workflow, lane);
        running.Resume("one", 1);
        running.Resume("place");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("one waits", "7", "place waits", "0");
    }

    private sealed class Raise(Log log) : CodeActivity
    {
        public InOutArgument<int> Amount { get; set; } = new();

        public InArgument<int> Delay { get; set; } = new();

        protected override void Execute(CodeActivityContext context)
        {
            log.Add($"{Amount.Get(context)}");
            Amount.Set(context, Amount.Get(context) + 1);
        }
    }

    /// <summary>The place that the pass before had bound was read when an instance ended whose expression failed, and what that threw was the parent's fault.</summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("4.12")]
    public void InOutArgument_WhoseExpressionThrows_LeavesThePlaceOfTheLastPassAlone(Lane lane)
    {
        int passes = 0;
        PassingPlace place = new(_log);
        Compute<Location<int>> expression = new(_log, "place", _ => ++passes == 1 ? place : throw new FormatException("x"));
        TryCatch body = new()
        {
            Try = new Raise(_log) { Amount = new InOutArgument<int>(expression), Delay = 1 },
            Catches = { new Catch<FormatException>() },
            Finally = new Step(_log, "finally"),
        };
        While workflow = new(_ =>
        {
            place.IsReadable = passes == 0;
            return passes < 2;
        })
        {
            Body = body,
        };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("place", "read", "0", "read", "finally", "place", "finally");
    }

    private sealed class PassingPlace(Log log) : Location<int>
    {
        public bool IsReadable { get; set; }

        public override int Value
        {
            get
            {
                log.Add("read");
                return IsReadable ? base.Value : throw new InvalidOperationException("This place is gone.");
            }

            set => base.Value = value;
        }
    }
}
