using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>
/// Tests the boundaries of items by means of an execution property, which is set up for each item that runs code of an activity and for no other.
/// </summary>
[Rule("9.3")]
public sealed class ThreadPropertyItemTests
{
    private readonly Log _log = new();
    private readonly ThreadProperty _property;

    public ThreadPropertyItemTests() => _property = new ThreadProperty(_log, "p");

    /// <summary>The parallel activity receives the completion of each branch, although it has no condition to evaluate.</summary>
    [Theory, Lanes]
    public void Property_ParallelWithoutCondition_IsSetUpPerBranchCompletion(Lane lane)
    {
        Runner.Run(Adding(_property, new Parallel { Branches = { new Step(_log, "a"), new Step(_log, "b") } }), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "-p", "+p", "a", "-p", "+p", "-p", "+p", "b", "-p", "+p", "-p", "+p", "root < Parallel Closed", "-p");
    }

    [Theory, Lanes]
    public void Property_ParallelForEach_IsSetUpPerBodyCompletion(Lane lane)
    {
        ParallelForEach<int> loop = new()
        {
            DisplayName = "loop",
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int> { Handler = new Step(_log, "body") },
        };
        Runner.Run(Adding(_property, loop), lane).AssertCompleted(ActivityInstanceState.Closed);
        string[] pass = ["+p", "body", "-p", "+p", "-p"];
        _log.AssertIs(["root executes", "+p", "-p", .. pass, .. pass, "+p", "root < loop Closed", "-p"]);
    }

    /// <summary>The completion of a variable default runs no code of the owner.</summary>
    [Theory, Lanes]
    public void Property_VariableDefaultCompletes_IsNotSetUp(Lane lane)
    {
        Sequence sequence = new()
        {
            Variables = { new Variable<int>("x") { Default = new Compute<int>(_log, "default", _ => 1) } },
            Activities = { new Step(_log, "a") }
        };
        Runner.Run(Adding(_property, sequence), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "-p", "+p", "default", "-p", "+p", "-p", "+p", "a", "-p", "+p", "-p", "+p", "root < Sequence Closed", "-p");
    }

    /// <summary>The loop starts before the property is added. It takes its next value between items for which the property is set up.</summary>
    [Theory, Lanes(KeepsObjects = true)]
    [Rule("5.1")]
    public void Property_SiblingLoopThrows_FaultBelongsToLoop(Lane lane)
    {
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => OneAndThenNone()),
            Body = new ActivityAction<int> { Handler = new Wait(_log, "inside") },
        };
        TryCatch guarded = new()
        {
            Try = loop,
            Catches = { new Catch<FormatException> { Action = new ActivityAction<FormatException> { Handler = new Step(_log, "caught") } } },
        };
        Running running = Runner.Start(new Parallel { Branches = { guarded, Adding(_property, new Wait(_log, "beside")) } }, lane);
        running.Resume("inside");
        running.Resume("beside");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("caught", _log.Entries);

        static IEnumerable<int> OneAndThenNone()
        {
            yield return 1;
            throw new FormatException("no more");
        }
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Property_ChildCanceledBeforeStart_IsNotSetUp(Lane lane)
    {
        Probe root = Adding(_property, new Step(_log, "late"), new Step(_log, "first"));
        root.OnChild = (context, _) => context.CancelChildren();
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "+p", "first", "-p", "+p", "root < first Closed", "-p", "+p", "root < late Canceled", "-p");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Property_SimpleCondition_IsSetUpSeparately(Lane lane)
    {
        If choice = new()
        {
            DisplayName = "if",
            Condition = new InArgument<bool>(new Expr<bool>(_log, "condition", () => true)),
            Then = new Step(_log, "then")
        };
        Runner.Run(Adding(_property, choice), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "-p", "+p", "condition", "-p", "+p", "-p", "+p", "then", "-p", "+p", "root < if Closed", "-p");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Property_SimpleExpressions_AreSetUpWithFollowingInlineOnes(Lane lane)
    {
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(new Expr<int>(_log, "first", () => 1)) { EvaluationOrder = 1 },
            SecondInput = new InArgument<int>(_ =>
            {
                _log.Add("inline");
                return 2;
            })
            {
                EvaluationOrder = 2,
            },
        };
        child.Body = context => _log.Add($"{child.Input.Get(context)} {child.SecondInput.Get(context)}");
        Runner.Run(Adding(_property, child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "-p", "+p", "first", "inline", "-p", "+p", "child executes", "1 2", "-p", "+p", "root < child Closed", "-p");
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Property_SimpleExpressionThrows_IsCleanedUp(Lane lane)
    {
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(new Expr<int>(_log, "failing", () => throw new FormatException("x"))) { EvaluationOrder = 1 },
            SecondInput = new InArgument<int>(new Expr<int>(_log, "second", () => 2)) { EvaluationOrder = 2 },
        };
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context =>
        {
            context.Properties.Add("p", _property);
            root.ScheduleGuarded(context, child);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(
            ["root executes", "+p", "-p", "+p", "failing", "-p", "+p", "root ! x from failing", "-p", "+p", "-p", "+p", "second", "-p"],
            _log.Entries[..14]);
        Assert.Equal(["+p", "root < child Faulted", "-p"], _log.Entries[^3..]);
        Assert.Equal(_log.Entries.Count(entry => entry == "+p"), _log.Entries.Count(entry => entry == "-p"));
    }

    /// <summary>The condition is scheduled as a child, even if it is a lambda.</summary>
    [Theory, Lanes]
    [Rule("4.11")]
    public void Property_LoopCondition_IsSetUpSeparately(Lane lane)
    {
        int left = 1;
        While loop = new(_ =>
        {
            _log.Add("condition");
            return left-- > 0;
        })
        {
            DisplayName = "loop",
            Body = new Step(_log, "body"),
        };
        Runner.Run(Adding(_property, loop), lane).AssertCompleted(ActivityInstanceState.Closed);
        string[] condition = ["+p", "condition", "-p", "+p", "-p"];
        _log.AssertIs(["root executes", "+p", "-p", .. condition, "+p", "body", "-p", "+p", "-p", .. condition, "+p", "root < loop Closed", "-p"]);
    }

    /// <summary>Adds a property as "p" and schedules its children.</summary>
    private Probe Adding(ThreadProperty property, params Activity[] children)
    {
        Probe root = new(_log, "root", children);
        root.Body = context =>
        {
            context.Properties.Add("p", property);
            root.Children.ForEach(child => root.Schedule(context, child));
        };
        return root;
    }
}
