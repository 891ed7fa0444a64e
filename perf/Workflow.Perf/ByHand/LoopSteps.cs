using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of the condition activity with an in-out argument.</summary>
internal abstract class Condition
{
    public abstract bool Check(ref int left);
}

internal sealed class CountDownCondition : Condition
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override bool Check(ref int left) => left-- > 0;
}

/// <summary>The counterpart of a while with a condition activity and a body.</summary>
internal sealed class CountedLoop(int passes, Condition condition, Step? body) : Step
{
    public override void Run()
    {
        int left = passes;
        while (condition.Check(ref left))
        {
            body?.Run();
        }
    }
}

/// <summary>The counterpart of a while with a lambda and an assignment of a lambda's value. The lambdas are method calls here, too.</summary>
internal sealed class FunctionLoop(int passes) : Step
{
    /// <summary>The final value of the variable in the last run.</summary>
    public int Last { get; private set; }

    public override void Run()
    {
        int i = 0;
        while (IsBelow(i, passes))
        {
            i = Next(i);
        }

        Last = i;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsBelow(int value, int limit) => value < limit;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Next(int value) => value + 1;
}

/// <summary>The counterpart of an activity action, which receives the item.</summary>
internal abstract class ItemStep
{
    public abstract void Run(int item);
}

internal sealed class EmptyItemStep : ItemStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Run(int item)
    {
    }
}

/// <summary>A step that ignores the item.</summary>
internal sealed class AnyItemStep(Step body) : ItemStep
{
    public override void Run(int item) => body.Run();
}

/// <summary>The counterpart of a for-each. It enumerates through the interface, as the activity must.</summary>
internal sealed class ItemLoop(IEnumerable<int> items, ItemStep body) : Step
{
    public override void Run()
    {
        foreach (int item in items)
        {
            body.Run(item);
        }
    }
}
