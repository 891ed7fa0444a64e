using System.Diagnostics.CodeAnalysis;

namespace Workflow.Hosting;

/// <summary>The thread of the caller of a synchronous invocation. It runs all turns, and is blocked between them.</summary>
/// <remarks>Any thread may call <see cref="Dispatch"/>. Only the owner of the turn does, so at most one turn is due.</remarks>
internal sealed class CallerThread
{
    private readonly Lock _gate = new();
    private SemaphoreSlim? _due;
    private bool _isDue;

    /// <summary>Runs the turns of an invocation until it has ended.</summary>
    [SuppressMessage(
        "ApiDesign",
        "RS0030:Do not use banned APIs",
        Justification = "Invoke is a synchronous call on the caller's thread: idle blocks the caller (rule 17.1).")]
    public void RunTurns(Invocation invocation)
    {
        using SemaphoreSlim due = new(0);
        lock (_gate)
        {
            if (_isDue)
            {
                // Dispatched after the caller had ended its last turn and before it entered this method.
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

    /// <summary>
    /// Makes the thread of the caller run the turn of which this thread is the owner. The lock is needed, because the caller disposes the semaphore as soon
    /// as it has ended the last turn.
    /// </summary>
    public void Dispatch()
    {
        lock (_gate)
        {
            _isDue = true;
            _due?.Release();
        }
    }
}
