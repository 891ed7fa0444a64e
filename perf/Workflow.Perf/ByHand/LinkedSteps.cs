using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of a chart of steps: a linked list of objects.</summary>
internal sealed class LinkedSteps(int steps, Func<Step> leaf) : Step
{
    private readonly Node? _first = Build(steps, leaf);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Run()
    {
        for (Node? node = _first; node is not null; node = node.Next)
        {
            node.Action.Run();
        }
    }

    private static Node? Build(int steps, Func<Step> leaf)
    {
        Node? next = null;
        for (int i = 0; i < steps; i++)
        {
            next = new Node(leaf(), next);
        }

        return next;
    }

    private sealed record Node(Step Action, Node? Next);
}
