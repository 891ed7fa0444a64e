using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Creates definitions that are flowcharts.</summary>
internal static class Charts
{
    /// <summary>Creates steps one after the other.</summary>
    public static Flowchart OfSteps(int steps, Func<Activity> leaf)
    {
        FlowNode? next = null;
        for (int i = 0; i < steps; i++)
        {
            next = new FlowStep { Action = leaf(), Next = next };
        }

        return new Flowchart { StartNode = next };
    }

    /// <summary>Creates a step and a decision that leads back to it. The condition is an activity with an in-out argument.</summary>
    public static Flowchart OfALoop(int passes, Func<Activity> leaf)
    {
        Variable<int> left = new("left", passes);
        FlowDecision decision = new(new Activities.CountDown { Left = left });
        decision.True = new FlowStep { Action = leaf(), Next = decision };
        return new Flowchart { Variables = { left }, StartNode = decision };
    }

    /// <summary>Creates a switch that leads to the first of several steps. A chart with a switch does not use the fast path.</summary>
    public static Flowchart WithASwitch(int steps, Func<Activity> leaf) =>
        new() { StartNode = new FlowSwitch<int> { Expression = 1, Cases = { [1] = OfSteps(steps, leaf).StartNode } } };
}
