using System.Diagnostics.CodeAnalysis;

namespace Workflow.Hosting;

/// <summary>The caller of a synchronous invocation while it waits for what other threads bring.</summary>
/// <remarks>Safe from any thread, except that only the caller waits. A field that is changed in place.</remarks>
internal struct BlockedCaller()
{
    private readonly Lock _gate = new();
    private SemaphoreSlim? _blocked;

    /// <summary>Waits, again and again, until nothing is left to wait for.</summary>
    /// <param name="invocation">Advances in between.</param>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "Invoke is a synchronous call on the caller's thread: idle blocks the caller (rule 17.1).")]
    public void WaitFor(Invocation invocation)
    {
        using SemaphoreSlim blocked = new(0);
        lock (_gate)
        {
            _blocked = blocked;
        }

        while (!invocation.IsOver)
        {
            if (!invocation.Advance())
            {
                blocked.Wait();
            }
        }

        lock (_gate)
        {
            _blocked = null;
        }
    }

    /// <summary>Wakes it; false when nobody is blocked. Under the lock, for the caller disposes of the semaphore as soon as it is through.</summary>
    public readonly bool TryWake()
    {
        lock (_gate)
        {
            _blocked?.Release();
            return _blocked is not null;
        }
    }
}
