using Microsoft.Extensions.ObjectPool;
using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Executors;

/// <summary>
/// Rents executors, from one pool for each program. In addition, each thread caches the executors that it used last, so that threads that run the same
/// definitions repeatedly share nothing. A thread caches an executor from its second use on.
/// </summary>
internal sealed class ExecutorPool : ProgramAttachment, IPooledObjectPolicy<WorkflowExecutor>
{
    /// <summary>The number of definitions that a thread can run alternately without access to their pools.</summary>
    private const int CacheSize = 8;

    [ThreadStatic]
    private static WorkflowExecutor?[]? _cache;

    private readonly Program _program;

    /// <summary>
    /// True if threads can cache executors of the program; null before the first check. Threads must not keep types of collectible assemblies alive.
    /// </summary>
    private bool? _isForThreads;

    /// <summary>The first free executor; null if there is none.</summary>
    private WorkflowExecutor? _spare;

    /// <summary>
    /// The other free executors; null before the first one. Few definitions have several executors that no thread caches, and an empty pool takes a kilobyte.
    /// </summary>
    private DefaultObjectPool<WorkflowExecutor>? _pool;

    /// <summary>The state of the application's instance that completed last; null if another instance has taken it.</summary>
    private InstanceState? _freeState;

    private ExecutorPool(Program program) => _program = program;

    private DefaultObjectPool<WorkflowExecutor> Pool => Volatile.Read(ref _pool) ?? Interlocked.CompareExchange(ref _pool, new(this), null) ?? _pool;

    public static WorkflowExecutor Rent(Program program)
    {
        // No interlocked operation: only this thread rents the executors in its cache, and other threads can only return them.
        WorkflowExecutor? mine = _cache?[program.Ordinal & (CacheSize - 1)];
        if (mine is not null && ReferenceEquals(mine.Program, program) && !Volatile.Read(ref mine.IsRented))
        {
            mine.IsRented = true;
            return mine;
        }

        WorkflowExecutor executor = Of(program).TakeFree();
        executor.IsRented = true;
        return executor;
    }

    /// <summary>Returns a state for an instance that needs its own state, because it can outlive its use of an executor.</summary>
    public static InstanceState RentState(Program program)
    {
        ref InstanceState? free = ref Of(program)._freeState;

        // Read first: threads that start many instances usually find nothing, and then do not write to shared memory.
        return (Volatile.Read(ref free) is null ? null : Interlocked.Exchange(ref free, null)) ?? new InstanceState(program);
    }

    /// <summary>Takes back an executor whose instance completed.</summary>
    public static void Return(WorkflowExecutor executor)
    {
        if (executor.Recycle() is { } reset)
        {
            ref InstanceState? free = ref Of(reset.Program)._freeState;

            // Read first, as above: where many instances end, the field is usually occupied.
            if (Volatile.Read(ref free) is null)
            {
                Volatile.Write(ref free, reset);
            }
        }

        PutBack(executor);
    }

    /// <summary>Takes back an executor whose instance continues without it.</summary>
    public static void Detach(WorkflowExecutor executor)
    {
        // Before it is put back: from then on, another thread may rent it.
        executor.Detach();
        PutBack(executor);
    }

    /// <summary>Discards an executor whose instance did not complete. Its position in the cache of a thread becomes free.</summary>
    public static void Discard(WorkflowExecutor executor) => Volatile.Write(ref executor.IsSpent, true);

    public WorkflowExecutor Create() => new(_program);

    bool IPooledObjectPolicy<WorkflowExecutor>.Return(WorkflowExecutor obj) => true;

    private static void PutBack(WorkflowExecutor executor)
    {
        if (executor.IsThreadsOwn)
        {
            // It never left the cache of its thread, and this may be another thread: from here on, the thread of the cache may use it again.
            Volatile.Write(ref executor.IsRented, false);
        }
        else
        {
            Keep(executor);
        }
    }

    private static void Keep(WorkflowExecutor executor)
    {
        executor.IsRented = false;
        if (!executor.WasUsedBefore)
        {
            // Not cached by a thread yet: a thread must not keep a definition alive that may never run again.
            executor.WasUsedBefore = true;
            Of(executor.Program).KeepFree(executor);
            return;
        }

        ExecutorPool pool = Of(executor.Program);
        if (!(pool._isForThreads ??= !executor.Program.IsUnloadable()))
        {
            pool.KeepFree(executor);
            return;
        }

        ref WorkflowExecutor? cached = ref (_cache ??= new WorkflowExecutor?[CacheSize])[executor.Program.Ordinal & (CacheSize - 1)];
        bool isFree = cached is null || Volatile.Read(ref cached.IsSpent)
            || (!ReferenceEquals(cached.Program, executor.Program) && !Volatile.Read(ref cached.IsRented));
        if (isFree)
        {
            WorkflowExecutor? displaced = cached;
            executor.IsThreadsOwn = true;
            cached = executor;
            if (displaced is null or { IsSpent: true })
            {
                return;
            }

            displaced.IsThreadsOwn = false;
            executor = displaced;
        }

        Of(executor.Program).KeepFree(executor);
    }

    private WorkflowExecutor TakeFree()
    {
        WorkflowExecutor? spare = Volatile.Read(ref _spare);
        return spare is not null && ReferenceEquals(Interlocked.CompareExchange(ref _spare, null, spare), spare) ? spare
            : Volatile.Read(ref _pool)?.Get() ?? Create();
    }

    private void KeepFree(WorkflowExecutor executor)
    {
        if (Volatile.Read(ref _spare) is not null || Interlocked.CompareExchange(ref _spare, executor, null) is not null)
        {
            Pool.Return(executor);
        }
    }

    private static ExecutorPool Of(Program program) =>
        program.FirstAttachment as ExecutorPool ?? program.Find<ExecutorPool>() ?? program.Attach(new ExecutorPool(program));
}
