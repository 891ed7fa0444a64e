using System.Diagnostics.CodeAnalysis;

namespace Workflow.Hosting;

/// <summary>The thread of a synchronous invocation's caller: it runs all turns, and is blocked between them.</summary>
/// <remarks>Dispatching is safe from any thread; only the owner of the turn does it, so that at most one turn is due.</remarks>
internal sealed class CallerThread
{
    private readonly Lock _gate = new();
    private SemaphoreSlim? _due;
    private bool _isDue;

    /// <summary>Runs the turns of an invocation until it has ended.</summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "Invoke is a synchronous call on the caller's thread: idle blocks the caller (rule 17.1).")]
    public void RunTurns(Invocation invocation)
    {
        using SemaphoreSlim due = new(0);
        lock (_gate)
        {
            if (_isDue)
            {
                // Dispatched after the caller had ended its last turn and before it came here.
                due.Release();
            }

            _due = due;
        }

        while (!invocation.IsEnded)
        {
            due.Wait();
            invocation.RunTurn();
        }

        lock (_gate)
        {
            _due = null;
        }
    }

    /// <summary>Makes the caller's thread run the turn that this call owns. Under the lock: the caller disposes of the semaphore as soon as it has ended the last turn.</summary>
    public void Dispatch()
    {
        lock (_gate)
        {
            _isDue = true;
            _due?.Release();
        }
    }
}
