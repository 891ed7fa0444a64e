using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of the paper's complex workflow: methods and objects of the same shape.</summary>
internal sealed class ComplexLevel : Step
{
    private readonly ComplexLevel? _first;
    private readonly ComplexLevel? _middle;
    private readonly ComplexLevel? _last;
    private readonly StepSequence[] _sequences;

    public ComplexLevel(int depth, int sequence)
        : this(depth, sequence, EmptyStep.New)
    {
    }

    public ComplexLevel(int depth, int sequence, Func<Step> leaf)
    {
        _first = Child(depth - 1, sequence, leaf);
        _middle = Child(depth - 1, sequence, leaf);
        _last = Child(depth - 1, sequence, leaf);
        _sequences = [.. Enumerable.Range(0, 4).Select(_ => StepSequence.Of(sequence, leaf))];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Run()
    {
        bool answer = Answer();
        if (!answer)
        {
            _first?.Run();
            answer = true;
        }

        while (true)
        {
            _middle?.Run();
            int passes = 0;
            while (passes++ == 0)
            {
                _sequences[0].Run();
            }

            _sequences[1].Run();
            _sequences[2].Run();
            if (answer)
            {
                break;
            }

            _first?.Run();
            answer = true;
        }

        _last?.Run();
        _sequences[3].Run();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Answer() => true;

    private static ComplexLevel? Child(int depth, int sequence, Func<Step> leaf) => depth == 0 ? null : new ComplexLevel(depth, sequence, leaf);
}
