using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Data;

/// <summary>The expressions that have an instance of their own, the effect of an expression that throws, and the delivery of results.</summary>
public sealed class ExpressionTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _error = new("expression");

    [Theory, Lanes]
    [Rule("4.11")]
    public void InlineExpressions_HaveNoInstance(Lane lane)
    {
        Variable<int> place = new("place", 1);
        DelegateInArgument<int> item = new();
        Sequence handler = new()
        {
            Variables =
            {
                new Variable<int>("literal", 1),
                new Variable<int>("lambda", _ => 1),
                new Variable<int>("value") { Default = new VariableValue<int>(place) }
            },
            Activities =
            {
                new Show<int>(_log, new Literal<int>(3)),
                new Show<int>(_log, new InArgument<int>(_ => 3)),
                new Show<int>(_log, place),
                new Show<int>(_log, item),
                new Put<int>(2) { To = place },
                new Put<int>(2) { To = new OutArgument<int>(context => place.Get(context)) },
                Identified("last"),
            },
        };
        Sequence root = new()
        {
            Variables = { place },
            Activities =
            {
                new ForEach<int>
                {
                    Values = new InArgument<IEnumerable<int>>(_ => new[] { 4 }),
                    Body = new ActivityAction<int> { Argument = item, Handler = handler },
                },
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("3", "3", "1", "4", "last", "last is 10");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void InlineExpression_RunsInTheOwnersItem(Lane lane)
    {
        // The expression sees the instance id of its owner, because it runs in the work item of the owner and has no instance.
        Probe probe = new(_log, "probe")
        {
            Input = new InArgument<int>(context =>
            {
                _log.Add($"evaluated in {context.ActivityInstanceId}");
                return 1;
            }),
        };
        Runner.Run(probe, lane);
        _log.AssertIs("evaluated in 1", "probe executes");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void CodeActivity_WithOnlyAResult_RunsInTheOwnersItem(Lane lane)
    {
        Probe probe = new(_log, "probe", Identified("child")) { Input = new InArgument<int>(new Identity(_log)) };
        Runner.Run(probe, lane);
        Assert.Equal(["expression is 2", "probe executes", "child", "child is 3"], _log.Entries[..4]);
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void OtherExpression_IsAnOrdinaryChild(Lane lane)
    {
        Probe probe = new(_log, "probe")
        {
            Input = new InArgument<int>(new Compute<int>(_log, "compute", context => int.Parse(context.ActivityInstanceId, null)))
        };
        probe.Body = context => _log.Add($"{probe.Input.Get(context)}");
        Runner.Run(probe, lane);
        _log.AssertIs("compute", "probe executes", "2");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void ScheduledExpression_IsAnInstanceEvenIfItIsALiteral(Lane lane)
    {
        Literal<int> literal = new(5);
        VariableValue<int> value = new(new Variable<int>("v", 6));
        Results root = new(_log, literal, value) { Variables = { (Variable<int>)value.Variable! } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("VariableValue<Int32> 3 Closed 6", "Literal<Int32> 2 Closed 5");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void ConditionOfAWhile_IsAnInstanceEachTime(Lane lane)
    {
        Variable<int> pass = new("pass");
        Sequence root = new()
        {
            Variables = { pass },
            Activities =
            {
                new While(context => pass.Get(context) < 1) { Body = new Assign<int> { To = pass, Value = 1 } },
                Identified("last"),
            },
        };
        Runner.Run(root, lane);

        // The instances before it: the sequence, the loop, its condition, its body, and its condition again.
        _log.AssertIs("last", "last is 6");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void InlineExpression_Throws_MakesTheOwnerTheSource(Lane lane)
    {
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(_ => throw _error) { EvaluationOrder = 0 },
            SecondInput = new InArgument<int>(_ => Logged()) { EvaluationOrder = 1 }
        };
        Probe parent = new(_log, "parent", child) { Body = null };
        parent.Body = context => parent.ScheduleGuarded(context, child);
        parent.OnFault = (context, _, _) => context.HandleFault();
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("parent executes", "parent ! expression from child", "parent < child Faulted");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void InlineDefault_Throws_MakesTheOwnerTheSource(Lane lane)
    {
        Probe child = new(_log, "child") { Variables = { new Variable<int>("v", _ => throw _error) } };
        Probe parent = new(_log, "parent", child);
        parent.Body = context => parent.ScheduleGuarded(context, child);
        parent.OnFault = (context, _, _) => context.HandleFault();
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("parent executes", "parent ! expression from child", "parent < child Faulted");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void RootArgument_Throws_IsAnOrdinaryFault(Lane lane) =>
        Runner.Run(new Probe(_log, "root") { Input = new InArgument<int>(_ => throw _error) }, lane).AssertUnhandled(_error);

    [Theory]
    [Lanes(true)]
    [Lanes(false)]
    [Rule("4.12")]
    public void Expression_ThrowsAndTheOwnerIsCanceled_EndsCanceled(bool hasOwnItem, Lane lane)
    {
        Probe child = Failing(hasOwnItem);
        ActivityInstance? instance = null;
        Probe parent = new(_log, "parent", child);
        parent.Body = context => instance = parent.ScheduleGuarded(context, child);
        parent.OnFault = (context, _, _) =>
        {
            _log.Add($"child {instance!.State}");
            context.HandleFault();
            context.CancelChild(instance);
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "parent executes", "fails", "parent ! expression from fails", "child Executing", "parent < child Canceled");
    }

    [Theory]
    [Lanes(true)]
    [Lanes(false)]
    [Rule("4.12")]
    public void Expression_ThrowsAndIsHandled_EvaluatesTheRestFirst(bool hasOwnItem, Lane lane)
    {
        Probe child = Failing(hasOwnItem);
        Probe parent = new(_log, "parent", child);
        parent.Body = context => parent.ScheduleGuarded(context, child);
        parent.OnFault = (context, exception, _) =>
        {
            _log.Add(exception.GetType().Name);
            context.HandleFault();
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        string[] entries = _log.Entries;
        Assert.Equal(
            ["parent executes", "fails", "parent ! expression from fails", "InvalidOperationException", "second"], entries[..5]);
        Assert.StartsWith("parent ! ", entries[5], StringComparison.Ordinal);
        Assert.Equal(["InvalidOperationException", "parent < child Faulted"], entries[6..]);
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Default_ThrowsAndIsHandled_FaultsTheOwner(Lane lane)
    {
        Probe child = new(_log, "child") { Variables = { new Variable<int>("v") { Default = new Compute<int>(_log, "fails", _ => throw _error) } } };
        Probe parent = new(_log, "parent", child);
        parent.Body = context => parent.ScheduleGuarded(context, child);
        parent.OnFault = (context, _, from) => context.HandleFault();
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["parent executes", "fails", "parent ! expression from fails"], _log.Entries[..3]);
        Assert.Equal("parent < child Faulted", _log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("4.13")]
    public void CompletionCallback_GetsTheResult(Lane lane)
    {
        Runner.Run(new Results(_log, new Compute<int>(_log, "compute", _ => 5)), lane);
        _log.AssertIs("compute", "compute 2 Closed 5");
    }

    [Theory, Lanes]
    [Rule("4.13")]
    public void CompletionCallback_OfAFaultedChild_GetsTheSetResult(Lane lane)
    {
        Compute<int> child = new(_log, "compute", context => 0);
        child = new Compute<int>(_log, "compute", context =>
        {
            child.Result!.Set(context, 7);
            throw _error;
        });
        Runner.Run(new Results(_log, child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("compute", "handled", "compute 2 Faulted 7");
    }

    [Theory, Lanes]
    [Rule("4.13")]
    public void CompletionCallback_OfACanceledChild_GetsTheSetResult(Lane lane)
    {
        WaitFor<int> child = new(_log, "w") { OnStart = null };
        child.OnStart = context => child.Result!.Set(context, 3);
        Running running = Runner.Start(new Results(_log, child), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels", "w 2 Canceled 3");
    }

    [Theory, Lanes]
    [Rule("4.13")]
    public void CompletionCallback_OfAnUnstartedChild_GetsTheDefault(Lane lane)
    {
        Results root = new(_log, new Compute<int>(_log, "compute", _ => 5)) { CancelsAtOnce = true };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("compute 2 Canceled 0");
    }

    private Probe Failing(bool hasOwnItem) => new(_log, "child")
    {
        Input = new InArgument<int>(hasOwnItem ? new Expr<int>(_log, "fails", () => throw _error) : new Compute<int>(_log, "fails", _ => throw _error))
        {
            EvaluationOrder = 0,
        },
        SecondInput = new InArgument<int>(new Expr<int>(_log, "second", () => 2)) { EvaluationOrder = 1 },
    };

    private int Logged()
    {
        _log.Add("evaluated");
        return 0;
    }

    private Step Identified(string name) => new(_log, name, context => _log.Add($"{name} is {context.ActivityInstanceId}"));

    private sealed class Identity(Log log) : CodeActivity<int>
    {
        protected override int Execute(CodeActivityContext context)
        {
            log.Add($"expression is {context.ActivityInstanceId}");
            return 0;
        }
    }

    /// <summary>Schedules expressions, in the order of the list, and logs their results.</summary>
    private sealed class Results(Log log, params Activity<int>[] expressions) : NativeActivity
    {
        public List<Variable> Variables { get; } = [];

        public bool CancelsAtOnce { get; init; }

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            Array.ForEach(expressions, metadata.AddChild);
            Variables.ForEach(metadata.AddVariable);
        }

        protected override void Execute(NativeActivityContext context)
        {
            foreach (Activity<int> expression in expressions)
            {
                context.ScheduleActivity(expression, OnCompleted, OnFaulted);
            }

            if (CancelsAtOnce)
            {
                context.CancelChildren();
            }
        }

        private void OnCompleted(NativeActivityContext context, ActivityInstance completedInstance, int result) =>
            log.Add($"{completedInstance.Activity.DisplayName} {completedInstance.Id} {completedInstance.State} {result}");

        private void OnFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
        {
            log.Add("handled");
            faultContext.HandleFault();
        }
    }
}
