using System.Collections.ObjectModel;
using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.Differential.Trees.Activities;
using Workflow.Statements;
using Host = Workflow.Core.Tests.Differential.Trees.Activities.Host;

namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>Builds a tree of activities from a spec. Each call builds a new, equal tree.</summary>
internal sealed class TreeBuilder
{
    private readonly Stage _stage;
    private readonly ExpressionBuilder _expressions;
    private readonly CompensationBuilder _compensation;
    private readonly FlowBuilder _flows;
    private readonly SurroundingBuilder _surroundings;
    private int _count;

    private TreeBuilder(Stage stage)
    {
        _stage = stage;
        _expressions = new ExpressionBuilder(stage, this);
        _compensation = new CompensationBuilder(stage, this);
        _flows = new FlowBuilder(this, _expressions);
        _surroundings = new SurroundingBuilder(stage, this);
    }

    public static Activity Build(CaseSpec spec, Stage stage) => new TreeBuilder(stage).Build(spec.Root, Scope.Empty);

    public T Named<T>(string name, T activity)
        where T : Activity
    {
        activity.DisplayName = $"{name}{++_count}";
        return activity;
    }

    public Activity Build(ActivitySpec spec, Scope scope) => spec switch
    {
        StepSpec { Deed: Deed.Nothing } when _stage.Persists => Named("Persist", new Persist()),
        StepSpec step => Named("Step", new PlainStep(_stage, step.Deed)),
        AddSpec add => Named("Add", new AddStep(_stage, add.Deed) { Left = In(add.Left, scope), Right = In(add.Right, scope), Sum = Out(add.Sum, scope) }),
        BumpSpec bump => Named("Bump", new BumpStep(_stage, bump.Deed) { Amount = new InOutArgument<int>(_expressions.Place(bump.Place, scope)) }),
        JoinSpec join => Join(join, scope),
        AssignSpec assign => Assign(assign, scope),
        ThrowSpec thrown => Throw(thrown),
        RethrowSpec when scope.IsInCatch => Named("Rethrow", new Rethrow()),
        RethrowSpec => Named("Step", new PlainStep(_stage, Deed.Nothing)),
        TerminateSpec terminate => Terminate(terminate, scope),
        AsyncSpec async => Named(
            "Async",
            new AsyncNumber(_stage, async.Behaviour) { Input = In(async.Input, scope), Extra = Out(async.Extra, scope), Result = Out(async.Result, scope) }),
        CompositeSpec composite => Composite(composite, scope),
        HostSpec host => Host(host, scope),
        InvokeActionSpec invoke => InvokeAction(invoke, scope),
        InvokeFuncSpec invoke => InvokeFunc(invoke, scope),
        TryCatchSpec tryCatch => TryCatch(tryCatch, scope),
        _ => ControlFlow(spec, scope),
    };

    private Activity ControlFlow(ActivitySpec spec, Scope scope) => spec switch
    {
        SequenceSpec sequence => Sequence(sequence, scope),
        IfSpec choice => Named(
            "If",
            new If
            {
                Condition = In(choice.Condition, scope, context => context % 2 == 0),
                Then = Optional(choice.Then, scope),
                Else = Optional(choice.Else, scope)
            }),
        WhileSpec loop => loop.TestsAfter ? DoWhile(loop, scope) : While(loop, scope),
        ForEachSpec loop => Named("ForEach", new ForEach<int> { Values = Values(loop.Values, loop.Count), Body = Action(loop.Body, scope) }),
        ParallelSpec parallel => Parallel(parallel, scope),
        ParallelForEachSpec loop => ParallelForEach(loop, scope),
        SwitchSpec choice => Switch(choice, scope),
        CancellationScopeSpec cancellation => CancellationScope(cancellation, scope),
        CompensationSpec compensation => _compensation.Build(compensation, scope),
        PickSpec pick => _flows.Pick(pick, scope),
        FlowchartSpec chart => _flows.Flowchart(chart, scope),
        StateMachineSpec machine => _flows.StateMachine(machine, scope),
        SurroundingSpec surrounding => _surroundings.Build(surrounding, scope),
        _ => throw new System.Diagnostics.UnreachableException(spec.GetType().Name),
    };

    public Activity? Optional(ActivitySpec? spec, Scope scope) => spec is null ? null : Build(spec, scope);

    public InArgument<int> In(ValueSpec spec, Scope scope) => new(_expressions.Value(spec, scope));

    public OutArgument<int> Out(PlaceSpec spec, Scope scope) => new(_expressions.Place(spec, scope));

    private InArgument<bool> In(ValueSpec spec, Scope scope, Func<int, bool> decide) => new(_expressions.Decision(spec, scope, decide));

    public Scope Declare(VariableSpec[] specs, Collection<Variable> variables, Scope scope)
    {
        List<(VariableSpec Spec, Variable<int> Variable)> numbers = [];
        foreach (VariableSpec spec in specs)
        {
            if (spec.IsText)
            {
                Variable<string> text = spec.Default is null ? new($"text{++_count}") : new($"text{++_count}", "text");
                variables.Add(text);
                scope = scope.With(text);
            }
            else
            {
                Variable<int> number = new($"number{++_count}");
                variables.Add(number);
                numbers.Add((spec, number));
                scope = scope.With(new VariablePlace(number));
            }
        }

        foreach ((VariableSpec spec, Variable<int> variable) in numbers)
        {
            variable.Default = spec.Default is null ? null : _expressions.Value(spec.Default, scope);
        }

        return scope;
    }

    private JoinStep Join(JoinSpec spec, Scope scope)
    {
        JoinStep join = Named("Join", new JoinStep(_stage, spec.Deed) { Amount = In(spec.Number, scope) });
        if (scope.Text is { } text)
        {
            join.Text = text;
            join.Target = text;
        }

        return join;
    }

    private Activity Assign(AssignSpec spec, Scope scope) => _expressions.Place(spec.To, scope) is { } place
        ? Named("Assign", new Assign<int> { To = new OutArgument<int>(place), Value = In(spec.Value, scope) })
        : Named("Step", new PlainStep(_stage, Deed.Nothing));

    private Throw Throw(ThrowSpec spec)
    {
        Throw thrown = Named("Throw", new Throw());
        string name = thrown.DisplayName;
        thrown.Exception = new InArgument<Exception>(_ => spec.IsNull ? null! : Deeds.Fault(spec.Fault, name));
        return thrown;
    }

    private TerminateWorkflow Terminate(TerminateSpec spec, Scope scope) => Named(
        "Terminate",
        new TerminateWorkflow { Reason = spec.Number is null ? "terminated" : new InArgument<string>(_expressions.Text(spec.Number, scope)) });

    private Sequence Sequence(SequenceSpec spec, Scope scope)
    {
        Sequence sequence = Named("Sequence", new Sequence());
        Scope inner = Declare(spec.Variables, sequence.Variables, scope);
        Array.ForEach(spec.Activities, activity => sequence.Activities.Add(Build(activity, inner)));
        return sequence;
    }

    private While While(WhileSpec spec, Scope scope)
    {
        While loop = Named("While", new While());
        Variable<int> count = new("count");
        loop.Variables.Add(count);
        Scope inner = Declare(spec.Variables, loop.Variables, scope);
        loop.Condition = _expressions.Condition(spec.Condition, count, first: true);
        loop.Body = Optional(spec.Body, inner);
        return loop;
    }

    private DoWhile DoWhile(WhileSpec spec, Scope scope)
    {
        DoWhile loop = Named("DoWhile", new DoWhile());
        Variable<int> count = new("count");
        loop.Variables.Add(count);
        Scope inner = Declare(spec.Variables, loop.Variables, scope);
        loop.Condition = _expressions.Condition(spec.Condition, count, first: true);
        loop.Body = Optional(spec.Body, inner);
        return loop;
    }

    private InArgument<IEnumerable<int>> Values(ValuesKind kind, int count)
    {
        string name = $"Values{++_count}";
        List<int> list = [.. Enumerable.Range(20, count)];
        return kind switch
        {
            ValuesKind.List => new InArgument<IEnumerable<int>>(_ => list),
            ValuesKind.Null => new InArgument<IEnumerable<int>>(_ => null!),
            _ when _stage.IsSavable => new InArgument<IEnumerable<int>>(_ => list.ToArray()),
            _ => new InArgument<IEnumerable<int>>(_ => new OwnValues(_stage, name, count, kind)),
        };
    }

    public ActivityAction<int>? Action(ActivitySpec? body, Scope scope)
    {
        if (body is null)
        {
            return null;
        }

        DelegateInArgument<int> item = new("item");
        return new ActivityAction<int> { Argument = item, Handler = Build(body, scope.With(new DelegateInPlace(item))) };
    }

    private Parallel Parallel(ParallelSpec spec, Scope scope)
    {
        Parallel parallel = Named("Parallel", new Parallel());
        Scope inner = Declare(spec.Variables, parallel.Variables, scope);
        if (spec.Condition is not null)
        {
            Variable<int> count = new("count");
            parallel.Variables.Add(count);
            parallel.CompletionCondition = _expressions.Condition(spec.Condition, count, first: false);
        }

        Array.ForEach(spec.Branches, branch => parallel.Branches.Add(Build(branch, inner)));
        return parallel;
    }

    private Sequence ParallelForEach(ParallelForEachSpec spec, Scope scope)
    {
        Variable<int> count = new("count");
        ParallelForEach<int> loop = Named("ParallelForEach", new ParallelForEach<int>
        {
            Values = Values(spec.Values, spec.Count),
            Body = Action(spec.Body, scope),
            CompletionCondition = spec.Condition is null ? null : _expressions.Condition(spec.Condition, count, first: false),
        });
        return Named("Sequence", new Sequence { Variables = { count }, Activities = { loop } });
    }

    private Switch<int> Switch(SwitchSpec spec, Scope scope)
    {
        Switch<int> choice = Named("Switch", new Switch<int> { Expression = In(spec.Expression, scope), Default = Optional(spec.Default, scope) });
        for (int i = 0; i < spec.Cases.Length; i++)
        {
            choice.Cases.Add(i, Build(spec.Cases[i], scope));
        }

        return choice;
    }

    private TryCatch TryCatch(TryCatchSpec spec, Scope scope)
    {
        TryCatch tryCatch = Named("TryCatch", new TryCatch());
        Scope inner = Declare(spec.Variables, tryCatch.Variables, scope);
        tryCatch.Try = Optional(spec.Try, inner);
        foreach (CatchSpec caught in spec.Catches.DistinctBy(caught => caught.Fault))
        {
            tryCatch.Catches.Add(caught.Fault switch
            {
                FaultKind.A => Catch<FaultA>(caught, inner),
                FaultKind.B => Catch<FaultB>(caught, inner),
                _ => Catch<Exception>(caught, inner),
            });
        }

        tryCatch.Finally = Optional(spec.Finally, inner) ?? (spec.Catches.Length == 0 ? Named("Step", new PlainStep(_stage, Deed.Nothing)) : null);
        return tryCatch;
    }

    private Catch<T> Catch<T>(CatchSpec spec, Scope scope)
        where T : Exception
    {
        if (spec.Body is null)
        {
            return new Catch<T>();
        }

        DelegateInArgument<T> caught = new("caught");
        NoteText note = Named("Caught", new NoteText(_stage) { Text = new InArgument<string>(context => caught.Get(context).Message) });
        return new Catch<T>
        {
            Action = new ActivityAction<T>
            {
                Argument = caught,
                Handler = Named("Sequence", new Sequence { Activities = { note, Build(spec.Body, scope.InCatch(true)) } }),
            },
        };
    }

    private CancellationScope CancellationScope(CancellationScopeSpec spec, Scope scope)
    {
        CancellationScope cancellation = Named("CancellationScope", new CancellationScope());
        Scope inner = Declare(spec.Variables, cancellation.Variables, scope);
        cancellation.Body = Optional(spec.Body, inner);
        cancellation.CancellationHandler = Optional(spec.Handler, inner);
        return cancellation;
    }

    private Composite Composite(CompositeSpec spec, Scope scope)
    {
        Composite composite = Named("Composite", new Composite { Input = In(spec.Input, scope), Output = Out(spec.Output, scope) });
        Scope inner = scope.InImplementation().With(
            new InArgumentPlace("Input", () => composite.Input), new OutArgumentPlace("Output", () => composite.Output));
        composite.Implement(() => Optional(spec.Body, inner));
        return composite;
    }

    private InvokeAction<int> InvokeAction(InvokeActionSpec spec, Scope scope) =>
        Named("InvokeAction", new InvokeAction<int> { Argument = In(spec.Argument, scope), Action = Action(spec.Body, scope) });

    private Workflow.Expressions.InvokeFunc<int, int> InvokeFunc(InvokeFuncSpec spec, Scope scope)
    {
        ActivityFunc<int, int> func = new();
        Fill(func, spec.Body, scope);
        return Named(
            "InvokeFunc",
            new Workflow.Expressions.InvokeFunc<int, int> { Argument = In(spec.Argument, scope), Func = func, Result = Out(spec.Result, scope) });
    }

    public void Fill(ActivityFunc<int, int> func, ActivitySpec? body, Scope scope)
    {
        DelegateInArgument<int> item = new("item");
        DelegateOutArgument<int> result = new("result");
        func.Argument = item;
        func.Result = result;
        if (body is not null)
        {
            Scope inner = scope.With(new DelegateInPlace(item), new DelegateOutPlace(result));
            Assign<int> assign = new() { To = new OutArgument<int>(result), Value = new InArgument<int>(item) };
            func.Handler = Named("Sequence", new Sequence { Activities = { Build(body, inner), Named("Assign", assign) } });
        }
    }

    private Host Host(HostSpec spec, Scope scope)
    {
        Host host = Named("Host", new Host(_stage, spec.Plan) { Output = Out(spec.Output, scope) });
        if (spec.Input is not null)
        {
            host.Input = In(spec.Input, scope);
        }

        Collection<Variable> variables = [];
        Scope inner = Declare(spec.Variables, variables, scope);
        host.Variables.AddRange(variables);
        host.Children.AddRange(spec.Children.Select(child => Build(child, inner)));
        host.Question = spec.Question is null ? null : _expressions.Value(spec.Question, inner);
        host.Foreign = spec.Children.Length > 1 ? new PlainStep(_stage, Deed.Nothing) : (host.Input.Expression as Activity);
        Fill(host.Handler, spec.Handler, inner);
        return host;
    }
}
