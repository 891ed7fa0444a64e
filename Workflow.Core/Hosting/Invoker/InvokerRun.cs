using System.Runtime.ExceptionServices;
using Workflow.Definition;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>Runs one instance for an invoker, on the caller's thread or asynchronously, and turns its outcome into a result or an exception.</summary>
internal static class InvokerRun
{
    private static readonly Func<WorkflowExecutor, ExecutionHost> CreateHost = static executor => Invocation.Create(executor, null);

    /// <summary>Runs to the end on the caller's thread. The executor is the caller's until it calls <see cref="Release"/>.</summary>
    public static WorkflowExecutor Run(
        Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions, TimeSpan timeout)
    {
        Deadline.Check(timeout);
        AmbientValues thread = AmbientValues.Enter();
        try
        {
            WorkflowExecutor executor = Initialize(workflow, inputs, extensions);
            if (timeout != Timeout.InfiniteTimeSpan)
            {
                return RunWithTimeout(executor, timeout);
            }

            RunPrepared(executor);
            return executor;
        }
        finally
        {
            thread.Leave();
        }
    }

    public static async ValueTask<WorkflowExecutor> RunAsync(
        Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions, TimeSpan timeout, CancellationToken cancellationToken)
    {
        Deadline.Check(timeout);
        cancellationToken.ThrowIfCancellationRequested();
        WorkflowExecutor executor = Rent(workflow, inputs, extensions);
        Invocation invocation = new(executor, CallerContext.Current);
        executor.Begin(inputs, invocation, slowLane: false);
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
        ThrowUnlessCompleted(executor);
        if (executor.State.Root!.CurrentState == ActivityInstanceState.Canceled)
        {
            throw new OperationCanceledException($"The workflow '{workflow.DisplayName}' was canceled.", cancellationToken);
        }

        return executor;
    }

    public static void Release(WorkflowExecutor executor) => ExecutorPool.Return(executor);

    private static WorkflowExecutor Initialize(Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions)
    {
        WorkflowExecutor executor = Rent(workflow, inputs, extensions);
        executor.Begin(inputs, CreateHost, slowLane: false);
        if (extensions is { IsEmpty: false } || executor.Program.UsesExtensions)
        {
            UseExtensions(executor, extensions);
        }

        return executor;
    }

    /// <summary>Makes the extensions, which the application's own code does.</summary>
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

    private static WorkflowExecutor RunWithTimeout(WorkflowExecutor executor, TimeSpan timeout)
    {
        using Deadline? deadline = StartDeadline(executor, timeout);
        RunPrepared(executor);
        return executor;
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
        try
        {
            executor.RunFirst();
        }
        catch (Exception exception)
        {
            // Not of a work item, but of a listener or a clock of the application.
            executor.AbortUnwatched(exception);
        }

        if (!executor.State.HasEnded || executor.HasHost)
        {
            Invocation invocation = (Invocation)executor.Host;
            invocation.RunToEnd();
            invocation.Close();
            ThrowUnlessSaved(executor, invocation);
        }

        ThrowUnlessCompleted(executor);
    }

    private static void Cancel(WorkflowExecutor executor)
    {
        executor.Queue.Raise(Runtime.Scheduling.Signals.Cancel);
        ((Invocation)executor.Host).Post(new InvocationMessage());
    }

    /// <summary>An instance that ended and could not be saved counts as aborted (rule 16.8).</summary>
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

    private static void Throw(WorkflowExecutor executor)
    {
        ExecutorPool.Discard(executor);
        switch (executor.State.Outcome)
        {
            case ExecutionOutcome.Unhandled:
            case ExecutionOutcome.Terminated:
                ExceptionDispatchInfo.Throw(executor.State.Reason!);
                break;
            case ExecutionOutcome.Aborted when executor.HasHost && ((Invocation)executor.Host).Timeout is { } timeout && ReferenceEquals(timeout, executor.State.Reason):
                throw timeout;
            case ExecutionOutcome.Aborted:
                throw new WorkflowApplicationAbortedException(
                    $"The workflow '{executor.Program.Root.DisplayName}' was aborted{(executor.State.Reason is null ? "." : ": " + executor.State.Reason.Message)}", executor.State.Reason);
        }
    }
}
