using System.Transactions;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// The steps that the owner of an instance executes until there is nothing to do now (rule 22.2): end the instance, perform the next operation that is
/// ready, run, and notify that the instance is idle.
/// </summary>
internal static class Turn
{
    /// <summary>Begins a turn on a thread that may have ambient values of other code. Does not throw.</summary>
    public static void Begin(ApplicationInstance instance)
    {
        // An application ignores transactions of others (rule 10.6), also one that an activity has left on a thread of the pool.
        Transaction? outer = Transaction.Current;
        if (outer is null)
        {
            instance.RunTurn();
            return;
        }

        Transaction.Current = null;
        try
        {
            instance.RunTurn();
        }
        finally
        {
            Transaction.Current = outer;
        }
    }

    /// <summary>Executes one step; returns false if there is nothing to do now.</summary>
    public static ValueTask<bool> StepAsync(ApplicationInstance instance)
    {
        if (instance.Run.Standstill is { } standstill)
        {
            return StandAsync(instance, standstill);
        }

        if (instance.AbortRequest is not null && instance.Phase != InstancePhase.Aborted)
        {
            return EndProtocol.AbortAsync(instance);
        }

        if (instance.Run.HasEnded)
        {
            return EndProtocol.EndAsync(instance);
        }

        if (instance.Run.Unhandled is { } fault)
        {
            return UnhandledExceptionProtocol.AskAsync(instance, fault);
        }

        if (instance.TakeOperation() is { } operation)
        {
            return PerformAsync(instance, operation);
        }

        if (instance.Phase != InstancePhase.Running)
        {
            return new(false);
        }

        if (instance.Run.Next == NextRun.None)
        {
            return IdleProtocol.NotifyAsync(instance);
        }

        ReportBegin(instance);
        instance.Run.Advance();
        return new(true);
    }

    /// <summary>Reports that the instance starts or resumes, before it runs here for the first time (rule 16.1.1).</summary>
    private static void ReportBegin(ApplicationInstance instance)
    {
        if (!instance.HasReportedBegin)
        {
            instance.HasReportedBegin = true;
            instance.Reporter?.Instance(instance.Run.HasBegun ? WorkflowInstanceStates.Resumed : WorkflowInstanceStates.Started);
        }
    }

    private static async ValueTask<bool> StandAsync(ApplicationInstance instance, Task standstill)
    {
        await standstill.ReturnToIgnoringFailure(instance);
        instance.Run.EndStandstill();
        return true;
    }

    /// <summary>
    /// Performs an operation. Most operations complete at once and need no asynchronous method: two of them would take a tenth of the time of a short
    /// instance.
    /// </summary>
    private static ValueTask<bool> PerformAsync(ApplicationInstance instance, HostOperation operation)
    {
        ValueTask performance;
        try
        {
            performance = operation.PerformAsync(instance);
        }
        catch (Exception exception)
        {
            operation.Fail(instance, exception);
            return new(true);
        }

        return performance.IsCompletedSuccessfully ? new(true) : AwaitAsync(instance, operation, performance.AsTask());
    }

    private static async ValueTask<bool> AwaitAsync(ApplicationInstance instance, HostOperation operation, Task performance)
    {
        try
        {
            await performance.ReturnTo(instance);
        }
        catch (Exception exception)
        {
            operation.Fail(instance, exception);
        }

        return true;
    }
}
