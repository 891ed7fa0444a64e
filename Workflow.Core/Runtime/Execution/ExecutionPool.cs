using Microsoft.Extensions.ObjectPool;
using Workflow.Definition;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Rents executions, one pool a program. In front of the pool each thread keeps the execution it used last, so that threads
/// which run one definition over and over share nothing.
/// </summary>
internal sealed class ExecutionPool : IPooledObjectPolicy<WorkflowExecution>
{
    [ThreadStatic]
    private static WorkflowExecution? _mine;

    private readonly Program _program;
    private readonly DefaultObjectPool<WorkflowExecution> _pool;

    private ExecutionPool(Program program)
    {
        _program = program;
        _pool = new DefaultObjectPool<WorkflowExecution>(this);
    }

    public static WorkflowExecution Rent(Program program)
    {
        WorkflowExecution? mine = _mine;
        if (mine is not null && ReferenceEquals(mine.Program, program))
        {
            _mine = null;
            return mine;
        }

        return Of(program)._pool.Get();
    }

    /// <summary>Takes back an execution whose instance completed; any other one is left to the collector.</summary>
    public static void Return(WorkflowExecution execution)
    {
        execution.Recycle();
        if (_mine is null || !ReferenceEquals(_mine.Program, execution.Program))
        {
            WorkflowExecution? displaced = _mine;
            _mine = execution;
            if (displaced is null)
            {
                return;
            }

            execution = displaced;
        }

        Of(execution.Program)._pool.Return(execution);
    }

    public WorkflowExecution Create() => new(_program);

    bool IPooledObjectPolicy<WorkflowExecution>.Return(WorkflowExecution obj) => true;

    private static ExecutionPool Of(Program program)
    {
        if (program.Executions is ExecutionPool known)
        {
            return known;
        }

        ExecutionPool made = new(program);
        return (ExecutionPool)(Interlocked.CompareExchange(ref program.Executions, made, null) ?? made);
    }
}
