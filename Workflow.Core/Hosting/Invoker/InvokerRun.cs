using System.Runtime.ExceptionServices;
using Workflow.Definition;
using Workflow.Runtime.Execution;

namespace Workflow.Hosting;

/// <summary>Runs one instance for an invoker, on the caller's thread or asynchronously, and turns its outcome into a result or an exception.</summary>
internal static class InvokerRun
{
    private static readonly Func<WorkflowExecution, object?, ExecutionHost> CreateHost = Invocation.Create;

    /// <summary>Runs to the end on the caller's thread. The execution is the caller's until it calls <see cref="Release"/>.</summary>
    public static WorkflowExecution Run(
        Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions, TimeSpan timeout)
    {
        Deadline.Check(timeout);
        AmbientValues thread = AmbientValues.Enter();
        try
        {
            WorkflowExecution execution = Initialize(workflow, inputs, extensions);
            if (timeout != Timeout.InfiniteTimeSpan)
            {
                return RunWithTimeout(execution, timeout);
            }

            RunPrepared(execution);
            return execution;
        }
        finally
        {
            thread.Leave();
        }
    }

    public static async Task<WorkflowExecution> RunAsync(
        Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions, TimeSpan timeout, CancellationToken cancellationToken)
    {
        Deadline.Check(timeout);
        cancellationToken.ThrowIfCancellationRequested();
        WorkflowExecution execution = Rent(workflow, inputs, extensions);
        Invocation invocation = new(execution, CallerContext.Current);
        execution.Begin(inputs, static (_, state) => (Invocation)state!, invocation, slowLane: false);

        // Not only when an activity asks for it: the end looks there whether its timeout aborted the run.
        _ = execution.Host;
        try
        {
            invocation.UseExtensions(extensions);
            using Deadline? deadline = Deadline.Start(invocation, timeout);
            using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(static state => Cancel((WorkflowExecution)state!), execution);
            invocation.StartAsync();
            await invocation.Ended.ConfigureAwait(false);
        }
        catch
        {
            ExecutionPool.Discard(execution);
            throw;
        }
        finally
        {
            invocation.Close();
        }

        ThrowUnlessSaved(execution, invocation);
        ThrowUnlessCompleted(execution);
        if (execution.Root!.CurrentState == ActivityInstanceState.Canceled)
        {
            throw new OperationCanceledException($"The workflow '{workflow.DisplayName}' was canceled.", cancellationToken);
        }

        return execution;
    }

    public static void Release(WorkflowExecution execution) => ExecutionPool.Return(execution);

    private static WorkflowExecution Initialize(Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions)
    {
        WorkflowExecution execution = Rent(workflow, inputs, extensions);
        execution.Begin(inputs, CreateHost, extensions, slowLane: false);
        if (extensions is { IsEmpty: false } || execution.Program.UsesExtensions)
        {
            MakeHost(execution);
        }

        return execution;
    }

    /// <summary>Makes the extensions, which the application's own code does.</summary>
    private static void MakeHost(WorkflowExecution execution)
    {
        try
        {
            _ = execution.Host;
        }
        catch
        {
            ExecutionPool.Discard(execution);
            throw;
        }
    }

    private static WorkflowExecution Rent(Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions)
    {
        ArgumentNullException.ThrowIfNull(workflow);
        Program program = FrozenDefinition.Of(workflow, extensions);
        InputRules.Check(program, inputs);
        if (program.UsesExtensions)
        {
            ExtensionSet.ThrowIfMissing(program, extensions);
        }

        extensions?.MakeReadOnly();
        return ExecutionPool.Rent(program);
    }

    private static WorkflowExecution RunWithTimeout(WorkflowExecution execution, TimeSpan timeout)
    {
        using Deadline? deadline = StartDeadline(execution, timeout);
        RunPrepared(execution);
        return execution;
    }

    private static Deadline? StartDeadline(WorkflowExecution execution, TimeSpan timeout)
    {
        Invocation invocation = (Invocation)execution.Host;
        try
        {
            return Deadline.Start(invocation, timeout);
        }
        catch
        {
            invocation.Close();
            ExecutionPool.Discard(execution);
            throw;
        }
    }

    private static void RunPrepared(WorkflowExecution execution)
    {
        try
        {
            execution.RunFirst();
        }
        catch (Exception exception)
        {
            // Not of a work item, but of a listener or a clock of the application.
            execution.AbortUnwatched(exception);
        }

        if (!execution.HasEnded || execution.HasHost)
        {
            Invocation invocation = (Invocation)execution.Host;
            invocation.RunToEnd();
            invocation.Close();
            ThrowUnlessSaved(execution, invocation);
        }

        ThrowUnlessCompleted(execution);
    }

    private static void Cancel(WorkflowExecution execution)
    {
        execution.Queue.Raise(Runtime.Scheduling.Signals.Cancel);
        ((Invocation)execution.Host).Post(new InvocationMessage());
    }

    /// <summary>An instance that ended and could not be saved counts as aborted (rule 16.8).</summary>
    private static void ThrowUnlessSaved(WorkflowExecution execution, Invocation invocation)
    {
        if (invocation.SaveFailure is not { } failure)
        {
            return;
        }

        ExecutionPool.Discard(execution);
        if (ReferenceEquals(failure, invocation.Timeout))
        {
            throw invocation.Timeout;
        }

        throw new WorkflowApplicationAbortedException(
            $"The workflow '{invocation.Definition.DisplayName}' ended, but was not saved, so it counts as aborted: {failure.Message}",
            execution.Reason is { } reason ? new AggregateException(reason, failure) : failure);
    }

    private static void ThrowUnlessCompleted(WorkflowExecution execution)
    {
        if (execution.Outcome != ExecutionOutcome.Completed)
        {
            ExecutionPool.Discard(execution);
        }

        switch (execution.Outcome)
        {
            case ExecutionOutcome.Unhandled:
            case ExecutionOutcome.Terminated:
                ExceptionDispatchInfo.Throw(execution.Reason!);
                break;
            case ExecutionOutcome.Aborted when execution.HasHost && ((Invocation)execution.Host).Timeout is { } timeout && ReferenceEquals(timeout, execution.Reason):
                throw timeout;
            case ExecutionOutcome.Aborted:
                throw new WorkflowApplicationAbortedException(
                    $"The workflow '{execution.Program.Root.DisplayName}' was aborted{(execution.Reason is null ? "." : ": " + execution.Reason.Message)}", execution.Reason);
        }
    }
}
