using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of a compensable activity that is compensated: the work returns an object that undoes it.</summary>
internal sealed class CompensatedStep(Step body, Step undo) : Step
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void Run() => Do().Undo();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Done Do()
    {
        body.Run();
        return new Done(undo);
    }

    private sealed class Done(Step undo)
    {
        private bool _isUndone;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Undo()
        {
            if (!_isUndone)
            {
                _isUndone = true;
                undo.Run();
            }
        }
    }
}
