using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of a throw that a try-catch around it catches.</summary>
internal sealed class CaughtThrow(Step handler) : Step
{
    public override void Run()
    {
        try
        {
            Fail();
        }
        catch (InvalidOperationException)
        {
            handler.Run();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Fail() => throw new InvalidOperationException("It always fails.");
}
