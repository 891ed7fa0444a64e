using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>
/// A fixed piece of plain C# that takes about a microsecond: virtual calls, a dictionary and some small objects. It represents the speed of the machine in the
/// budgets of rows whose hand-written counterpart is too short for a meaningful ratio, or spends its time in the operating system.
/// </summary>
internal sealed class Calibration : Step
{
    private const int Calls = 200, Entries = 16;

    private readonly StepSequence _calls = StepSequence.OfEmpty(Calls);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Run()
    {
        _calls.Run();
        Dictionary<int, object> entries = [];
        for (int i = 0; i < Entries; i++)
        {
            entries[i] = new object();
        }

        if (entries.Count != Entries)
        {
            throw new InvalidOperationException("The dictionary has lost an entry.");
        }
    }
}
