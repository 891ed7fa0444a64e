using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.Differential.Trees.Activities;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>Builds the activities of compensation.</summary>
internal sealed class CompensationBuilder(Stage stage, TreeBuilder tree)
{
    public Activity Build(CompensationSpec spec, Scope scope) => spec switch
    {
        CompensableSpec compensable => scope.IsInHandler ? Body(compensable, scope) : Compensable(compensable, scope),
        SettleSpec { HasTarget: true } settle => tree.Named("If", new If(_ => stage.HasTokens) { Then = Settle(settle) }),
        SettleSpec settle => scope.IsInHandler ? Settle(settle) : tree.Named("Step", new PlainStep(stage, Deed.Nothing)),
        _ => throw new System.Diagnostics.UnreachableException(spec.GetType().Name),
    };

    private Sequence Body(CompensableSpec spec, Scope scope)
    {
        Sequence sequence = tree.Named("Sequence", new Sequence());
        Scope inner = tree.Declare(spec.Variables, sequence.Variables, scope);
        if (spec.Body is not null)
        {
            sequence.Activities.Add(tree.Build(spec.Body, inner));
        }

        return sequence;
    }

    private Sequence Compensable(CompensableSpec spec, Scope scope)
    {
        Variable<CompensationToken> token = new("token");
        CompensableActivity compensable = tree.Named("Compensable", new CompensableActivity { Result = token });
        Scope inner = tree.Declare(spec.Variables, compensable.Variables, scope);
        compensable.Body = Optional(spec.Body, inner);
        compensable.CompensationHandler = Optional(spec.Compensation, inner.InHandler());
        compensable.ConfirmationHandler = Optional(spec.Confirmation, inner.InHandler());
        compensable.CancellationHandler = Optional(spec.Cancellation, inner.InHandler());
        KeepToken keep = tree.Named("Keep", new KeepToken(stage) { Token = token });
        return tree.Named("Sequence", new Sequence { Variables = { token }, Activities = { compensable, keep } });
    }

    private Activity Settle(SettleSpec spec)
    {
        InArgument<CompensationToken>? target = spec.HasTarget ? new InArgument<CompensationToken>(_ => stage.TakeToken(spec.Token)) : null;
        return spec.Confirms
            ? tree.Named("Confirm", new Confirm { Target = target })
            : tree.Named("Compensate", new Compensate { Target = target });
    }

    private Activity? Optional(ActivitySpec? spec, Scope scope) => spec is null ? null : tree.Build(spec, scope);
}
