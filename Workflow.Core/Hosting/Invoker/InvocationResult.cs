using Workflow.Runtime.Executors;

namespace Workflow.Hosting;

/// <summary>
/// The result of a completed invocation. It is taken once, with one of the methods, which also return the executor to its pool; after that, the executor
/// serves other instances.
/// </summary>
internal readonly struct InvocationResult(WorkflowExecutor executor)
{
    /// <summary>Returns the out and in-out arguments of the root by name.</summary>
    public Dictionary<string, object?> TakeOutputs()
    {
        Dictionary<string, object?> outputs = executor.State.Root!.GetOutputs();
        Release();
        return outputs;
    }

    /// <summary>Returns the result of the root, which must be an activity with a result of the type.</summary>
    public TResult TakeResult<TResult>()
    {
        TResult result = executor.State.Root!.ReadResult<TResult>();
        Release();
        return result;
    }

    /// <summary>Returns the result of the root, and all out and in-out arguments by name.</summary>
    public TResult TakeResult<TResult>(out Dictionary<string, object?> outputs)
    {
        TResult result = executor.State.Root!.ReadResult<TResult>();
        outputs = TakeOutputs();
        return result;
    }

    /// <summary>Returns the executor to its pool without reading anything.</summary>
    public void Release() => ExecutorPool.Return(executor);
}
