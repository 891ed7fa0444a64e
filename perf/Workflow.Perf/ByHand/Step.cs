using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an activity in plain C#: an object with a virtual method.</summary>
internal abstract class Step
{
    public abstract void Run();
}

/// <summary>The counterpart of an empty activity. It is not inlined, because otherwise nothing would be left to compare with.</summary>
internal sealed class EmptyStep : Step
{
    public static Step New() => new EmptyStep();

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

    public static StepSequence OfEmpty(int count) => Of(count, EmptyStep.New);

    public static StepSequence Of(int count, Func<Step> leaf) => new([.. Enumerable.Range(0, count).Select(_ => leaf())]);

    /// <summary>Creates nested sequences. The innermost one contains an empty step.</summary>
    public static Step Nested(int levels) => Nested(levels, EmptyStep.New);

    public static Step Nested(int levels, Func<Step> leaf)
    {
        Step inner = leaf();
        for (int level = 0; level < levels; level++)
        {
            inner = new StepSequence(inner);
        }

        return inner;
    }
}
