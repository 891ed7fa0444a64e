using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of the path that runs through the large definition. Each stage is an if and a switch, over two steps each.</summary>
internal sealed class StagePath(int stages, Func<Step> leaf) : Step
{
    private readonly StepSequence _taken = StepSequence.Of(2, leaf);

    public override void Run()
    {
        for (int stage = 0; stage < stages; stage++)
        {
            if (Yes())
            {
                _taken.Run();
            }

            switch (One())
            {
                case 1:
                    _taken.Run();
                    break;
                default:
                    throw new InvalidOperationException("Only case 1 is ever taken.");
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Yes() => true;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int One() => 1;
}
