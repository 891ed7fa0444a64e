using Microsoft.Extensions.ObjectPool;
using Workflow.Definition;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Rents executions, one pool a program. In front of the pool each thread keeps the execution it used last, so that threads
/// which run one definition over and over share nothing.
/// </summary>
internal sealed class ExecutionPool : ProgramAttachment, IPooledObjectPolicy<WorkflowExecution>
{
    /// <summary>How many definitions a thread can run in turn without going to their pools.</summary>
    private const int Places = 8;

    [ThreadStatic]
    private static WorkflowExecution?[]? _places;

    private readonly Program _program;
    private readonly DefaultObjectPool<WorkflowExecution> _pool;

    private ExecutionPool(Program program)
    {
        _program = program;
        _pool = new DefaultObjectPool<WorkflowExecution>(this);
    }

    public static WorkflowExecution Rent(Program program)
    {
        WorkflowExecution? mine = _places?[program.Ordinal & (Places - 1)];
        if (mine is not null && ReferenceEquals(mine.Program, program) && !Volatile.Read(ref mine.IsRented))
        {
            mine.IsRented = true;
            return mine;
        }

        WorkflowExecution execution = Of(program)._pool.Get();
        execution.IsRented = true;
        return execution;
    }

    /// <summary>Takes back an execution whose instance completed.</summary>
    public static void Return(WorkflowExecution execution)
    {
        execution.Recycle();
        PutBack(execution);
    }

    /// <summary>Takes back an execution whose instance goes on without it.</summary>
    public static void ReturnVacated(WorkflowExecution execution)
    {
        execution.Vacate();
        PutBack(execution);
    }

    private static void PutBack(WorkflowExecution execution)
    {
        if (execution.IsThreadsOwn)
        {
            // It never left its thread's place, and this may be another thread: from here on the owner may use it again.
            Volatile.Write(ref execution.IsRented, false);
        }
        else
        {
            Keep(execution);
        }
    }

    /// <summary>Gives up an execution whose instance did not complete; its thread's place is free for another one.</summary>
    public static void Discard(WorkflowExecution execution) => Volatile.Write(ref execution.IsSpent, true);

    private static void Keep(WorkflowExecution execution)
    {
        execution.IsRented = false;
        ref WorkflowExecution? place = ref (_places ??= new WorkflowExecution?[Places])[execution.Program.Ordinal & (Places - 1)];
        bool isFree = place is null || Volatile.Read(ref place.IsSpent)
            || (!ReferenceEquals(place.Program, execution.Program) && !Volatile.Read(ref place.IsRented));
        if (isFree)
        {
            WorkflowExecution? displaced = place;
            execution.IsThreadsOwn = true;
            place = execution;
            if (displaced is null or { IsSpent: true })
            {
                return;
            }

            displaced.IsThreadsOwn = false;
            execution = displaced;
        }

        Of(execution.Program)._pool.Return(execution);
    }

    public WorkflowExecution Create() => new(_program);

    bool IPooledObjectPolicy<WorkflowExecution>.Return(WorkflowExecution obj) => true;

    private static ExecutionPool Of(Program program) =>
        program.FirstAttachment as ExecutionPool ?? program.Find<ExecutionPool>() ?? program.Attach(new ExecutionPool(program));
}
