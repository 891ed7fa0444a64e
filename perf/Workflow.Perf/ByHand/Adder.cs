using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an activity with two in-arguments and an out-argument.</summary>
internal abstract class Adder
{
    public abstract void Add(int left, int right, out int sum);
}

internal sealed class PlainAdder : Adder
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Add(int left, int right, out int sum) => sum = left + right;
}

/// <summary>The counterpart of a sequence of such activities over two variables and a literal.</summary>
internal sealed class AdderSequence(int count, int value) : Step
{
    private readonly Adder[] _adders = [.. Enumerable.Range(0, count).Select(static _ => new PlainAdder())];

    /// <summary>The result of the last run.</summary>
    public int Sum { get; private set; }

    public override void Run()
    {
        int sum = 0;
        foreach (Adder adder in _adders)
        {
            adder.Add(value, 5, out sum);
        }

        if (sum != value + 5)
        {
            throw new InvalidOperationException("The sum is wrong.");
        }

        Sum = sum;
    }
}
