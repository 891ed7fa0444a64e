using Microsoft.Extensions.ObjectPool;
using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Executors;

/// <summary>
/// Rents executors, one pool a program. In front of the pool each thread keeps the executor it used last, so that threads
/// which run one definition over and over share nothing.
/// </summary>
internal sealed class ExecutorPool : ProgramAttachment, IPooledObjectPolicy<WorkflowExecutor>
{
    /// <summary>How many definitions a thread can run in turn without going to their pools.</summary>
    private const int Places = 8;

    [ThreadStatic]
    private static WorkflowExecutor?[]? _places;

    private readonly Program _program;
    private readonly DefaultObjectPool<WorkflowExecutor> _pool;

    /// <summary>The state of an application's instance that completed last; null when another instance has got it.</summary>
    private InstanceState? _freeState;

    private ExecutorPool(Program program)
    {
        _program = program;
        _pool = new DefaultObjectPool<WorkflowExecutor>(this);
    }

    public static WorkflowExecutor Rent(Program program)
    {
        WorkflowExecutor? mine = _places?[program.Ordinal & (Places - 1)];
        if (mine is not null && ReferenceEquals(mine.Program, program) && !Volatile.Read(ref mine.IsRented))
        {
            mine.IsRented = true;
            return mine;
        }

        WorkflowExecutor executor = Of(program)._pool.Get();
        executor.IsRented = true;
        return executor;
    }

    /// <summary>A state for an instance that needs one of its own, because it can outlive its use of an executor.</summary>
    public static InstanceState RentState(Program program) => Interlocked.Exchange(ref Of(program)._freeState, null) ?? new InstanceState(program);

    /// <summary>Takes back an executor whose instance completed.</summary>
    public static void Return(WorkflowExecutor executor)
    {
        if (executor.Recycle() is { } free)
        {
            Volatile.Write(ref Of(free.Program)._freeState, free);
        }

        PutBack(executor);
    }

    /// <summary>Takes back an executor whose instance goes on without it.</summary>
    public static void Detach(WorkflowExecutor executor)
    {
        // Before it is put back: from then on another thread may rent it.
        executor.Detach();
        PutBack(executor);
    }

    /// <summary>Gives up an executor whose instance did not complete; its thread's place is free for another one.</summary>
    public static void Discard(WorkflowExecutor executor) => Volatile.Write(ref executor.IsSpent, true);

    public WorkflowExecutor Create() => new(_program);

    bool IPooledObjectPolicy<WorkflowExecutor>.Return(WorkflowExecutor obj) => true;

    private static void PutBack(WorkflowExecutor executor)
    {
        if (executor.IsThreadsOwn)
        {
            // It never left its thread's place, and this may be another thread: from here on the owner may use it again.
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
        ref WorkflowExecutor? place = ref (_places ??= new WorkflowExecutor?[Places])[executor.Program.Ordinal & (Places - 1)];
        bool isFree = place is null || Volatile.Read(ref place.IsSpent)
            || (!ReferenceEquals(place.Program, executor.Program) && !Volatile.Read(ref place.IsRented));
        if (isFree)
        {
            WorkflowExecutor? displaced = place;
            executor.IsThreadsOwn = true;
            place = executor;
            if (displaced is null or { IsSpent: true })
            {
                return;
            }

            displaced.IsThreadsOwn = false;
            executor = displaced;
        }

        Of(executor.Program)._pool.Return(executor);
    }

    private static ExecutorPool Of(Program program) =>
        program.FirstAttachment as ExecutorPool ?? program.Find<ExecutorPool>() ?? program.Attach(new ExecutorPool(program));
}
