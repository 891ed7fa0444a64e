using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an exception that is thrown and caught by the enclosing try-catch.</summary>
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
