using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential;

/// <summary>Regression tests for the defects that the random comparison found. Each test is the smallest workflow that showed the defect.</summary>
public sealed class FixedDifferenceTests
{
    private readonly Log _log = new();

    /// <summary>The engine reused the frame of the branch that was scheduled last while the previous branch still waited in that frame.</summary>
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

    /// <summary>The same defect with the handler of a delegate: a loop of throws created a cycle of siblings, and the run never ended.</summary>
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

    /// <summary>The completion item of the faulted step found its sequence aborted, and the sequence continued with its next step.</summary>
    [Theory, Lanes]
    [Rule("6.2")]
    public void AbortChildInstance_AfterAFaultedStep_RunsNoFurtherStep(Lane lane)
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

    /// <summary>The slot of a variable that a default reads held the value of an earlier pass.</summary>
    [Theory, Lanes]
    [Rule("4.7")]
    public void Variable_DefaultReadsALaterSibling_SeesZeroInEveryPass(Lane lane)
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

    /// <summary>If a condition failed in its second evaluation, the callback received the result of the first evaluation.</summary>
    [Theory, Lanes]
    [Rule("4.13")]
    public void While_ConditionFaultIsHandled_Ends(Lane lane)
    {
        int evaluations = 0;
        While loop = new(_ => ++evaluations == 2 ? throw new FormatException("x") : true) { DisplayName = "loop", Body = new Step(_log, "body") };
        Probe root = new(_log, "root", loop);
        root.Body = context => root.ScheduleGuarded(context, loop);
        root.OnFault = (context, _, _) => context.HandleFault();
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "body", "root ! x from LambdaValue<Boolean>", "root < loop Closed");
    }

    /// <summary>An expression that runs in the work item of its owner found its own result of the previous pass.</summary>
    [Theory, Lanes]
    [Rule("4.3")]
    public void Result_OfAnInlineExpression_IsTheDefaultBeforeEachRun(Lane lane)
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

    /// <summary>A step that default cancellation suppresses took an instance id in one lane only.</summary>
    [Theory, Lanes]
    [Rule("1.8")]
    public void Id_AfterASuppressedStep_SkipsNoNumber(Lane lane)
    {
        Sequence sequence = new()
        {
            DisplayName = "sequence",
            Activities = { new Step(_log, "first"), new Wait(_log, "wait") { IsDeaf = true }, new Step(_log, "never") }
        };
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
            "root executes",
            "first",
            "wait waits",
            "root cancels",
            "wait cancels",
            "wait resumed ",
            "root < sequence Canceled",
            "after",
            "#5",
            "root < after Closed");
    }

    /// <summary>An instance that was aborted before it started returned the values that its reused storage held for another instance.</summary>
    [Theory, Lanes]
    [Rule("1.8")]
    public void GetOutputs_OfAnUnstartedInstance_AreDefaults(Lane lane)
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

    /// <summary>A root that was aborted while it waited for the location of its argument returned the outputs of the previous run.</summary>
    [Theory, Lanes]
    [Rule("4.10")]
    public void Outputs_RootAbortedBeforeItStarted_AreDefaults(Lane lane)
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

    /// <summary>If the first evaluation of a condition faulted, the callback received the result of another expression of the same shape.</summary>
    [Theory, Lanes]
    [Rule("4.13")]
    public void While_FirstConditionFaultsAfterAnotherExpression_Ends(Lane lane)
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

    /// <summary>If a callback threw, the outputs of the child stayed bound to storage that later served another activity.</summary>
    [Theory, Lanes]
    [Rule("1.5")]
    public void GetOutputs_AfterTheParentsCallbackThrew_AreUnchanged(Lane lane)
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

    /// <summary>
    /// The storage of an unbound result had served a bound result before, and a write to the unbound result reached the variable of the bound one.
    /// </summary>
    [Theory, Lanes]
    [Rule("4.3")]
    public void Result_Unbound_DoesNotReachAnotherActivitysLocation(Lane lane)
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

    /// <summary>The argument read the value that the previous activity of the same shape had left in the reused storage.</summary>
    [Theory, Lanes]
    [Rule("4.3")]
    public void InOutArgument_ExpressionYieldsNull_ReadsTheDefault(Lane lane)
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

    /// <summary>
    /// If the expression failed, the end of the instance read the location that the previous pass had bound, and the exception of that read became the fault of
    /// the parent.
    /// </summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("4.12")]
    public void InOutArgument_ExpressionThrows_IgnoresThePreviousLocation(Lane lane)
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
