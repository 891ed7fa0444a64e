using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>Rules 4.2, 4.6, 4.11 and 4.12: the work of an instance before its body.</summary>
internal sealed class Preparation(Interpreter interpreter)
{
    /// <summary>Returns true if all values are computed. Otherwise the caller calls again when the scheduled expressions have ended.</summary>
    public bool Prepare(Instance instance)
    {
        if (!EvaluateArguments(instance) || instance.Children.Count > 0 || ScheduleDefaults(instance))
        {
            return false;
        }

        if (instance.IsIncomplete)
        {
            interpreter.See(Feature.OwnerIncomplete);
            throw new ScriptedException(Session.Incomplete);
        }

        return true;
    }

    private bool EvaluateArguments(Instance owner)
    {
        Expression[] arguments = owner.Node!.Arguments;
        while (owner.Argument < arguments.Length)
        {
            Expression argument = arguments[owner.Argument++];
            interpreter.See(Feature.ArgumentEvaluated);
            if (argument.Node is not { } node)
            {
                Evaluate(owner, argument);
            }
            else if (node.Spec.Kind == NodeKind.SimpleExpression)
            {
                if (!RunInOwnersItem(owner, node))
                {
                    return false;
                }
            }
            else
            {
                if (owner.Argument < arguments.Length)
                {
                    interpreter.PushFront(new Item(ItemKind.ResolveNext, owner, () => GoOn(owner)));
                }

                interpreter.Schedule(owner, node, tellsCompletion: false, tellsFault: false);
                return false;
            }
        }

        return true;
    }

    /// <summary>Continues with the next argument: an expression that waits does not delay it (rule 4.2), unless the owner is being canceled.</summary>
    private void GoOn(Instance owner)
    {
        interpreter.See(Feature.NextArgumentWhileOneWaits, owner.Children.Count > 0);
        if (!owner.IsCancellationRequested)
        {
            interpreter.Execute(owner);
        }
    }

    private void Evaluate(Instance owner, Expression expression) => interpreter.Session.Run(
        new Call(interpreter.Session, owner.Node!, interpreter.DoorOf(owner)), "evaluates", expression.Spec.OnExecute, isCode: true);

    private bool RunInOwnersItem(Instance owner, Node node)
    {
        Instance expression = interpreter.Number(owner, node);
        interpreter.Records.Scheduled(owner, expression);
        expression.HasStarted = true;
        interpreter.Records.Reached(expression);
        try
        {
            interpreter.Session.Run(new Call(interpreter.Session, node, interpreter.DoorOf(expression)), "execute", node.Spec.OnExecute, isCode: true);
        }
        catch (ScriptedException exception)
        {
            interpreter.See(Feature.SimpleExpressionThrew);
            interpreter.Faults.Raise(expression, exception, expression);
            return false;
        }

        expression.State = ActivityInstanceState.Closed;
        interpreter.Records.Reached(expression);
        return true;
    }

    /// <summary>Evaluates inline defaults in order and schedules all others together. Returns true if any were scheduled.</summary>
    private bool ScheduleDefaults(Instance owner)
    {
        if (owner.HasVariables)
        {
            return false;
        }

        owner.HasVariables = true;
        Expression[] defaults = owner.Node!.Defaults;
        foreach (Expression inline in defaults.Where(one => one.Node is null))
        {
            interpreter.See(Feature.DefaultEvaluated);
            Evaluate(owner, inline);
        }

        Expression[] others = [.. defaults.Where(one => one.Node is not null)];
        foreach (Expression other in others)
        {
            interpreter.See(Feature.DefaultEvaluated);
            interpreter.Schedule(owner, other.Node!, tellsCompletion: false, tellsFault: false);
        }

        return others.Length > 0;
    }
}
