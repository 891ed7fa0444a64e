using Workflow.Core.Tests.Differential.Specs;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>Builds flowcharts, state machines and picks.</summary>
internal sealed class FlowBuilder(TreeBuilder tree, ExpressionBuilder expressions)
{
    public Pick Pick(PickSpec spec, Scope scope)
    {
        Pick pick = tree.Named("Pick", new Pick());
        foreach (PickBranchSpec branch in spec.Branches)
        {
            PickBranch built = new();
            Scope inner = tree.Declare(branch.Variables, built.Variables, scope);
            built.Trigger = tree.Build(branch.Trigger, inner);
            built.Action = tree.Optional(branch.Action, inner);
            pick.Branches.Add(built);
        }

        return pick;
    }

    public Flowchart Flowchart(FlowchartSpec spec, Scope scope)
    {
        Flowchart chart = tree.Named("Flowchart", new Flowchart());
        Scope inner = tree.Declare(spec.Variables, chart.Variables, scope);
        FlowNode[] nodes = [.. spec.Nodes.Select(node => Node(node, chart, inner))];
        for (int i = 0; i < nodes.Length; i++)
        {
            if (spec.Nodes[i] is FlowAgainSpec again && nodes[..i].OfType<FlowStep>().ToArray() is { Length: > 0 } before)
            {
                ((FlowStep)nodes[i]).Action = before[again.Which % before.Length].Action;
            }

            Link(spec.Nodes[i], nodes, i);
        }

        chart.StartNode = nodes.FirstOrDefault();
        return chart;
    }

    public StateMachine StateMachine(StateMachineSpec spec, Scope scope)
    {
        StateMachine machine = tree.Named("StateMachine", new StateMachine());
        Scope outer = tree.Declare(spec.Variables, machine.Variables, scope);
        State[] states =
        [
            .. spec.States.Select((_, i) => new State { DisplayName = $"{machine.DisplayName}.{i}" }),
            new State { DisplayName = $"{machine.DisplayName}.end" }
        ];
        for (int i = 0; i < spec.States.Length; i++)
        {
            Fill(states, i, spec.States[i], machine, outer);
        }

        // The initial state must not be final. A spec may have no states of its own.
        State start = new() { DisplayName = $"{machine.DisplayName}.start", Transitions = { new Transition { To = states[0] } } };
        states[^1].Entry = tree.Optional(spec.End, outer);
        states[^1].IsFinal = true;
        Array.ForEach([start, .. states], machine.States.Add);
        machine.InitialState = start;
        return machine;
    }

    private FlowNode Node(FlowNodeSpec spec, Flowchart chart, Scope scope) => spec switch
    {
        FlowStepSpec step => new FlowStep { Action = tree.Optional(step.Action, scope) },
        FlowAgainSpec => new FlowStep(),
        FlowLoopSpec loop => new FlowDecision(expressions.Condition(loop.Condition, Counter(chart.Variables), first: true)),
        FlowDecisionSpec decision => new FlowDecision(expressions.Decision(decision.Condition, scope, value => value % 2 == 0)),
        FlowSwitchSpec choice => new FlowSwitch<int> { Expression = expressions.Value(choice.Expression, scope) },
        _ => throw new System.Diagnostics.UnreachableException(spec.GetType().Name),
    };

    private static void Link(FlowNodeSpec spec, FlowNode[] nodes, int own)
    {
        switch (nodes[own])
        {
            case FlowStep step:
                step.Next = Forward(spec is FlowAgainSpec again ? again.Next : ((FlowStepSpec)spec).Next);
                break;
            case FlowDecision decision when spec is FlowLoopSpec loop:
                decision.True = nodes[loop.Back % nodes.Length];
                decision.False = Forward(loop.Next);
                break;
            case FlowDecision decision:
                decision.True = Forward(((FlowDecisionSpec)spec).True);
                decision.False = Forward(((FlowDecisionSpec)spec).False);
                break;
            case FlowSwitch<int> choice:
                FlowSwitchSpec links = (FlowSwitchSpec)spec;
                choice.Cases.Add(0, Forward(links.Zero));
                choice.Cases.Add(1, Forward(links.One));
                choice.Default = Forward(links.Default);
                break;
        }

        FlowNode? Forward(int link) => nodes.ElementAtOrDefault(own + 1 + (link % (nodes.Length - own)));
    }

    private void Fill(State[] states, int own, StateSpec spec, StateMachine machine, Scope outer)
    {
        State state = states[own];
        Scope scope = tree.Declare(spec.Variables, state.Variables, outer);
        state.Entry = tree.Optional(spec.Entry, scope);
        state.Exit = tree.Optional(spec.Exit, scope);
        bool sharesNone = spec.Transitions.Count(transition => transition.Trigger is null) > 1;
        foreach (TransitionSpec transition in spec.Transitions)
        {
            Activity? trigger = tree.Optional(transition.Trigger, scope);
            bool hasAgain = trigger is not null && transition.Again is not null;
            bool isShared = hasAgain || (trigger is null && sharesNone);
            if (hasAgain)
            {
                Activity<bool> again = expressions.Condition(transition.Again!, Counter(machine.Variables), first: true);
                state.Transitions.Add(new Transition { Trigger = trigger, Condition = again, To = states[transition.Back % states.Length] });
            }

            state.Transitions.Add(new Transition
            {
                Trigger = trigger,
                Condition = transition.Condition is null
                    ? isShared ? new Literal<bool>(true) : null
                    : expressions.Condition(transition.Condition, Counter(machine.Variables), first: false),
                Action = tree.Optional(transition.Action, scope),
                To = Forward(transition.To),
            });
        }

        if (spec.Transitions.Length == 0)
        {
            state.Transitions.Add(new Transition { To = Forward(0) });
        }

        State Forward(int to) => states[own + 1 + (to % (states.Length - own - 1))];
    }

    private static Variable<int> Counter(System.Collections.ObjectModel.Collection<Variable> variables)
    {
        Variable<int> counter = new($"count{variables.Count}");
        variables.Add(counter);
        return counter;
    }
}
