namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>Creates the specs of flowcharts, state machines and picks.</summary>
internal sealed class FlowGenerator(Random random, SpecGenerator generator)
{
    public ActivitySpec Make(int budget) => random.Next(5) switch
    {
        0 => new PickSpec(
            [.. Several(4, budget, share => new PickBranchSpec(generator.Variables(), generator.Activity(share / 2), generator.Optional(share / 2)))]),
        < 3 => new FlowchartSpec(generator.Variables(), [.. Several(6, budget, Node)]),
        _ => new StateMachineSpec(generator.Variables(), [.. Several(3, budget, State)], Rarely(() => generator.Activity(budget / 4))),
    };

    /// <summary>Creates a node. A switch is rare, because the engine executes charts without a switch on another code path.</summary>
    private FlowNodeSpec Node(int budget) => random.Next(12) switch
    {
        0 => new FlowAgainSpec(random.Next(6), random.Next(4) / 2),
        < 7 => new FlowStepSpec(generator.Optional(budget), random.Next(4) / 2),
        < 9 => new FlowLoopSpec(generator.Condition(), random.Next(6), random.Next(4) / 2),
        < 11 => new FlowDecisionSpec(generator.Value(1), random.Next(3), random.Next(3)),
        _ => new FlowSwitchSpec(generator.Value(1), random.Next(3), random.Next(3), random.Next(3)),
    };

    private StateSpec State(int budget) => new(
        generator.Variables(),
        Rarely(() => generator.Activity(budget / 3)),
        Rarely(() => generator.Activity(budget / 4)),
        [.. Several(3, budget / 2, Transition)]);

    private TransitionSpec Transition(int budget) => new(
        random.Next(4) == 0 ? null : generator.Activity(budget / 2),
        Rarely(generator.Condition),
        random.Next(4),
        Rarely(generator.Condition),
        Rarely(() => generator.Activity(budget / 2)),
        random.Next(3));

    private IEnumerable<T> Several<T>(int most, int budget, Func<int, T> make)
    {
        int count = random.Next(1, most + 1);
        return Enumerable.Range(0, count).Select(_ => make(budget / count));
    }

    private T? Rarely<T>(Func<T> make)
        where T : Spec => random.Next(3) == 0 ? make() : null;
}
