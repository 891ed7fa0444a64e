using System.Runtime.ExceptionServices;
using Workflow.Definition;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>Runs one instance for an invoker, on the thread of the caller or asynchronously, and converts its outcome to a result or an exception.</summary>
internal static class InvokerRun
{
    private static readonly Func<WorkflowExecutor, ExecutionHost> CreateHost = static executor => Invocation.Create(executor, null);
    private static readonly Func<WorkflowExecutor, ExecutionHost> CreateAsyncHost =
        static executor => new Invocation(executor, CallerContext.Plain(executor.CallerExecutionContext));

    /// <summary>Runs to the end on the thread of the caller.</summary>
    public static InvocationResult Run(
        Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions, TimeSpan timeout)
    {
        Deadline.Check(timeout);
        ExecutionContextScope thread = ExecutionContextScope.Enter();
        try
        {
            WorkflowExecutor executor = Initialize(workflow, inputs, extensions);
            if (timeout != Timeout.InfiniteTimeSpan)
            {
                RunWithTimeout(executor, timeout);
            }
            else
            {
                RunPrepared(executor);
            }

            return new InvocationResult(executor);
        }
        finally
        {
            thread.Leave();
        }
    }

    /// <summary>Runs without blocking a thread. Changes of ambient values by activities end with the asynchronous method of the caller.</summary>
    public static ValueTask<InvocationResult> RunAsync(
        Activity workflow,
        IDictionary<string, object?>? inputs,
        WorkflowInstanceExtensionManager? extensions,
        TimeSpan timeout,
        CancellationToken cancellationToken)
    {
        Deadline.Check(timeout);
        cancellationToken.ThrowIfCancellationRequested();
        WorkflowExecutor executor = Rent(workflow, inputs, extensions);
        CallerContext caller = CallerContext.Current;
        bool needsHost = !caller.IsPlain || timeout != Timeout.InfiniteTimeSpan || cancellationToken.CanBeCanceled
            || extensions is { IsEmpty: false } || executor.Program.UsesExtensions;
        return needsHost
            ? RunHostedAsync(executor, inputs, extensions, caller, timeout, cancellationToken)
            : RunPlainAsync(executor, inputs, caller.Ambient);
    }

    /// <summary>Runs with a host from the start, for a timeout, a token, extensions, a synchronization context or a transaction.</summary>
    private static async ValueTask<InvocationResult> RunHostedAsync(
        WorkflowExecutor executor,
        IDictionary<string, object?>? inputs,
        WorkflowInstanceExtensionManager? extensions,
        CallerContext caller,
        TimeSpan timeout,
        CancellationToken cancellationToken)
    {
        Invocation invocation = new(executor, caller);
        executor.Begin(inputs, invocation);
        try
        {
            invocation.UseExtensions(extensions);
            using Deadline? deadline = Deadline.Start(invocation, timeout);
            using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(static state => Cancel((WorkflowExecutor)state!), executor);
            invocation.StartAsync();
            await invocation.WaitForEndAsync().ConfigureAwait(false);
        }
        catch
        {
            ExecutorPool.Discard(executor);
            throw;
        }
        finally
        {
            invocation.Close();
        }

        ThrowUnlessSaved(executor, invocation);
        ThrowUnlessDone(executor, cancellationToken);
        return new InvocationResult(executor);
    }

    /// <summary>Runs without a host until something needs one. The run may end before that.</summary>
    private static ValueTask<InvocationResult> RunPlainAsync(WorkflowExecutor executor, IDictionary<string, object?>? inputs, ExecutionContext? ambient)
    {
        executor.CallerExecutionContext = ambient;
        executor.Begin(inputs, CreateAsyncHost);
        RunFirst(executor);
        if (executor.State.HasEnded && !executor.HasHost)
        {
            executor.CallerExecutionContext = null;
            ThrowUnlessDone(executor, CancellationToken.None);
            return new(new InvocationResult(executor));
        }

        Invocation invocation = (Invocation)executor.Host;
        executor.CallerExecutionContext = null;
        invocation.RunTurn();
        return EndAsync(executor, invocation);
    }

    private static async ValueTask<InvocationResult> EndAsync(WorkflowExecutor executor, Invocation invocation)
    {
        await invocation.WaitForEndAsync().ConfigureAwait(false);
        invocation.Close();
        ThrowUnlessSaved(executor, invocation);
        ThrowUnlessDone(executor, CancellationToken.None);
        return new InvocationResult(executor);
    }

    private static WorkflowExecutor Initialize(Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions)
    {
        WorkflowExecutor executor = Rent(workflow, inputs, extensions);
        executor.Begin(inputs, CreateHost);
        if (extensions is { IsEmpty: false } || executor.Program.UsesExtensions)
        {
            UseExtensions(executor, extensions);
        }

        return executor;
    }

    /// <summary>Creates the host with the extensions, which runs code of the application.</summary>
    private static void UseExtensions(WorkflowExecutor executor, WorkflowInstanceExtensionManager? extensions)
    {
        try
        {
            executor.State.Host = Invocation.Create(executor, extensions);
        }
        catch
        {
            ExecutorPool.Discard(executor);
            throw;
        }
    }

    private static WorkflowExecutor Rent(Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions)
    {
        ArgumentNullException.ThrowIfNull(workflow);
        Program program = FrozenDefinition.Of(workflow, extensions);
        InputRules.Check(program, inputs);
        if (program.UsesExtensions)
        {
            ExtensionSet.ThrowIfMissing(program, extensions);
        }

        extensions?.MakeReadOnly();
        return ExecutorPool.Rent(program);
    }

    private static void RunWithTimeout(WorkflowExecutor executor, TimeSpan timeout)
    {
        using Deadline? deadline = StartDeadline(executor, timeout);
        RunPrepared(executor);
    }

    private static Deadline? StartDeadline(WorkflowExecutor executor, TimeSpan timeout)
    {
        Invocation invocation = (Invocation)executor.Host;
        try
        {
            return Deadline.Start(invocation, timeout);
        }
        catch
        {
            invocation.Close();
            ExecutorPool.Discard(executor);
            throw;
        }
    }

    private static void RunPrepared(WorkflowExecutor executor)
    {
        RunFirst(executor);
        if (!executor.State.HasEnded || executor.HasHost)
        {
            Invocation invocation = (Invocation)executor.Host;
            invocation.RunToEnd();
            invocation.Close();
            ThrowUnlessSaved(executor, invocation);
        }

        ThrowUnlessCompleted(executor);
    }

    private static void RunFirst(WorkflowExecutor executor)
    {
        try
        {
            executor.RunFirst();
        }
        catch (Exception exception)
        {
            // The exception comes from a listener or a clock of the application, not from a work item.
            executor.AbortUnobserved(exception);
        }
    }

    private static void Cancel(WorkflowExecutor executor)
    {
        executor.Queue.Raise(Runtime.Scheduling.Signals.Cancel);
        ((Invocation)executor.Host).Post(new InvocationMessage());
    }

    /// <summary>Throws if the instance has ended but could not be saved: it counts as aborted (rule 16.8).</summary>
    private static void ThrowUnlessSaved(WorkflowExecutor executor, Invocation invocation)
    {
        if (invocation.SaveFailure is not { } failure)
        {
            return;
        }

        ExecutorPool.Discard(executor);
        if (ReferenceEquals(failure, invocation.Timeout))
        {
            throw invocation.Timeout;
        }

        throw new WorkflowApplicationAbortedException(
            $"The workflow '{invocation.Definition.DisplayName}' ended, but was not saved, so it counts as aborted: {failure.Message}",
            executor.State.Reason is { } reason ? new AggregateException(reason, failure) : failure);
    }

    private static void ThrowUnlessCompleted(WorkflowExecutor executor)
    {
        if (executor.State.Outcome != ExecutionOutcome.Completed)
        {
            Throw(executor);
        }
    }

    /// <summary>
    /// Throws unless the instance has completed and is not canceled, because the task of an asynchronous run distinguishes cancellation from completion.
    /// </summary>
    private static void ThrowUnlessDone(WorkflowExecutor executor, CancellationToken cancellationToken)
    {
        ThrowUnlessCompleted(executor);
        if (executor.State.Root!.CurrentState == ActivityInstanceState.Canceled)
        {
            throw new OperationCanceledException($"The workflow '{executor.Program.Root.DisplayName}' was canceled.", cancellationToken);
        }
    }

    private static void Throw(WorkflowExecutor executor)
    {
        ExecutorPool.Discard(executor);
        switch (executor.State.Outcome)
        {
            case ExecutionOutcome.Unhandled:
            case ExecutionOutcome.Terminated:
                ExceptionDispatchInfo.Throw(executor.State.Reason!);
                break;
            case ExecutionOutcome.Aborted when executor.HasHost
                && ((Invocation)executor.Host).Timeout is { } timeout
                && ReferenceEquals(timeout, executor.State.Reason):
                throw timeout;
            case ExecutionOutcome.Aborted:
                throw new WorkflowApplicationAbortedException(
                    $"The workflow '{executor.Program.Root.DisplayName}' was aborted{(executor.State.Reason is null ? "." : ": " + executor.State.Reason.Message)}",
                    executor.State.Reason);
        }
    }
}
