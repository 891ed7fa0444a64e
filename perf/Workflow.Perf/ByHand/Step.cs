using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>What an activity is in plain C#: an object with a virtual method.</summary>
internal abstract class Step
{
    public abstract void Run();
}

/// <summary>The counterpart of an empty activity; not inlined, or nothing would be left to compare with.</summary>
internal sealed class EmptyStep : Step
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Run()
    {
    }
}

/// <summary>The counterpart of a sequence.</summary>
internal sealed class StepSequence(params Step[] steps) : Step
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Run()
    {
        foreach (Step step in steps)
        {
            step.Run();
        }
    }

    public static StepSequence OfEmpty(int count) => new([.. Enumerable.Range(0, count).Select(static _ => new EmptyStep())]);

    /// <summary>Sequences inside each other, one empty step innermost.</summary>
    public static Step Nested(int levels)
    {
        Step inner = new EmptyStep();
        for (int level = 0; level < levels; level++)
        {
            inner = new StepSequence(inner);
        }

        return inner;
    }
}
