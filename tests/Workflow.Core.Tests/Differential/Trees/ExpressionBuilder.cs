using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.Differential.Trees.Activities;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>Builds the expressions of a tree.</summary>
internal sealed class ExpressionBuilder(Stage stage, TreeBuilder tree)
{
    public Activity<int> Value(ValueSpec spec, Scope scope) => spec switch
    {
        LiteralValue literal => new Literal<int>(literal.Value),
        ReadValue read => scope.Number(read.Index)?.Read() ?? new Literal<int>(read.Index),
        LambdaSpec lambda => new LambdaValue<int>(context => Compute(lambda, scope, context)),
        CodeValue code => tree.Named("CodeNumber", new CodeNumber(stage, code.Deed)),
        ArgumentCodeValue code => tree.Named("ArgumentNumber", new ArgumentNumber(stage, code.Deed) { Inner = new InArgument<int>(Value(code.Inner, scope)) }),
        WaitValue wait => tree.Named("WaitNumber", new WaitResult<int>(stage, wait.IsDeaf, (_, label) => wait.Throws ? throw new FaultA(label) : 4)),
        AsyncValue async => tree.Named("AsyncNumber", new AsyncNumber(stage, async.Behaviour)),
        CompositeValue composite => Composite(composite, scope),
        _ => throw new System.Diagnostics.UnreachableException(spec.GetType().Name),
    };

    /// <summary>Builds an expression for a location; null leaves the argument unbound.</summary>
    public Activity<Location<int>>? Place(PlaceSpec spec, Scope scope) => spec switch
    {
        ScopePlace place => scope.Number(place.Index)?.Refer(),
        OwnPlace when stage.IsSavable => scope.Number(0)?.Refer(),
        OwnPlace own => tree.Named("Place", new CodePlace(stage, own.Deed)),
        WaitPlace wait => tree.Named(
            "WaitPlace",
            new WaitResult<Location<int>>(
                stage,
                false,
                (_, label) => wait.Throws ? throw new FaultB(label) : stage.IsSavable ? null! : new OwnLocation(stage, label))),
        _ => null,
    };

    /// <summary>Builds a boolean from a number: in the lambda if the number is a lambda, otherwise with an activity of its own.</summary>
    public Activity<bool> Decision(ValueSpec spec, Scope scope, Func<int, bool> decide) =>
        spec is LambdaSpec lambda
            ? new LambdaValue<bool>(context => decide(Compute(lambda, scope, context)))
            : tree.Named("Decision", new Decision(decide) { Amount = new InArgument<int>(Value(spec, scope)) });

    public Activity<string> Text(ValueSpec spec, Scope scope) =>
        spec is LambdaSpec lambda
            ? new LambdaValue<string>(context => $"text {Compute(lambda, scope, context)}")
            : tree.Named("NumberText", new NumberText { Amount = new InArgument<int>(Value(spec, scope)) });

    /// <param name="spec">The condition.</param>
    /// <param name="count">The variable in which the condition counts its evaluations; visible to the condition.</param>
    /// <param name="first">The value that the condition yields before it changes.</param>
    public Activity<bool> Condition(ConditionSpec spec, Variable<int> count, bool first)
    {
        switch (spec.Kind)
        {
            case ConditionKind.Code:
                return tree.Named("Condition", new CodeCondition(stage, spec, first) { Count = count });
            case ConditionKind.Wait:
                WaitResult<bool> wait = tree.Named(
                    "WaitCondition",
                    new WaitResult<bool>(stage, spec.Times % 2 == 1, (_, label) => spec.FailsAt > 0 ? throw new FaultA(label) : true));
                return AsComposite(wait, spec, count, first);
            case ConditionKind.Async:
                return AsComposite(
                    tree.Named("AsyncCondition", new AsyncNumber(stage, new AsyncBehaviour(true, AsyncEnd.Value, AsyncCancel.HeedsToken))),
                    spec,
                    count,
                    first);
            case ConditionKind.Composite:
                return AsComposite(null, spec, count, first);
            default:
                return new LambdaValue<bool>(context =>
                {
                    int next = count.Get(context) + 1;
                    count.Set(context, next);
                    stage.Add($"condition in #{context.ActivityInstanceId} {next}");
                    if (next == spec.CancelsAt)
                    {
                        stage.Running!.Cancel();
                    }

                    return next == spec.FailsAt ? throw new FaultA("condition") : next <= spec.Times == first;
                });
        }
    }

    /// <summary>Builds the condition as an implementation that may run an activity before it counts.</summary>
    private CompositeResult<bool> AsComposite(Activity? before, ConditionSpec spec, Variable<int> count, bool first)
    {
        CompositeResult<bool> composite = tree.Named("CompositeCondition", new CompositeResult<bool> { Count = count });
        composite.Implement(() =>
        {
            CodeCondition counted = tree.Named("Condition", new CodeCondition(stage, spec, first)
            {
                Count = new InOutArgument<int>(new ArgumentReference<int>("Count")),
                Result = new OutArgument<bool>(new ArgumentReference<bool>("Result")),
            });
            Sequence sequence = tree.Named("Sequence", new Sequence());
            if (before is not null)
            {
                sequence.Activities.Add(before);
            }

            sequence.Activities.Add(counted);
            return sequence;
        });
        return composite;
    }

    private CompositeResult<int> Composite(CompositeValue spec, Scope scope)
    {
        CompositeResult<int> composite = tree.Named("CompositeNumber", new CompositeResult<int> { Input = new InArgument<int>(Value(spec.Inner, scope)) });
        Scope inner = scope.InImplementation().With(
            new InArgumentPlace("Input", () => composite.Input),
            new OutArgumentPlace("Result", () => composite.Result!));
        composite.Implement(() =>
        {
            Sequence sequence = tree.Named("Sequence", new Sequence());
            if (spec.Body is not null)
            {
                sequence.Activities.Add(tree.Build(spec.Body, inner));
            }

            sequence.Activities.Add(tree.Named("Assign", new Assign<int>
            {
                To = new OutArgument<int>(new ArgumentReference<int>("Result")),
                Value = new InArgument<int>(new ArgumentValue<int>("Input")),
            }));
            return sequence;
        });
        return composite;
    }

    private int Compute(LambdaSpec spec, Scope scope, ActivityContext context)
    {
        Place? place = scope.Number(spec.Index);
        int value = place?.Get(context) ?? spec.Index;
        stage.Add($"lambda in #{context.ActivityInstanceId} reads {value}");
        switch (spec.Deed)
        {
            case LambdaDeed.Write:
                place?.Set(context, value + 1);
                break;
            case LambdaDeed.CancelWorkflow:
                stage.Running!.Cancel();
                break;
            case LambdaDeed.ThrowA:
                throw new FaultA($"lambda in #{context.ActivityInstanceId}");
            case LambdaDeed.KeepLocation:
                stage.Keep($"lambda in #{context.ActivityInstanceId}", place?.Locate(context));
                break;
        }

        return value;
    }
}
