using Workflow.Runtime.Executors;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Reports the states of an invocation's instance (rules 15.1 and 17). Created only if there are tracking participants.</summary>
/// <remarks>Only the owner of the turn may use it, except for <see cref="GiveUp"/>, which is thread-safe.</remarks>
internal sealed class InvocationReports
{
    private readonly WorkflowExecutor _executor;
    private readonly Reporter _reporter;

    /// <summary>The number of items that had run when the instance was last reported as idle.</summary>
    private long _reportedAfter = -1;

    private InvocationReports(WorkflowExecutor executor, Reporter reporter)
    {
        _executor = executor;
        _reporter = reporter;
    }

    /// <summary>Begins to report; returns null if no participant wants any record.</summary>
    public static InvocationReports? Create(WorkflowExecutor executor, ExtensionSet extensions, ExecutionHost host)
    {
        TrackingParticipant[] participants = extensions.FindAll<TrackingParticipant>();
        if (participants.Length == 0)
        {
            return null;
        }

        TimeProvider clock = (TimeProvider?)extensions.Find(typeof(TimeProvider)) ?? TimeProvider.System;
        if (Reporter.Create(executor.Program, participants, host, clock) is not { } reporter)
        {
            return null;
        }

        executor.Report(reporter);
        reporter.Instance(WorkflowInstanceStates.Started);
        return new InvocationReports(executor, reporter);
    }

    /// <summary>Reports that the instance is idle and has no delivery; returns false if nothing has run since the last such report (rule 7.2).</summary>
    public bool ReportIdle()
    {
        if (_reportedAfter == _executor.Loop.ItemCount)
        {
            return false;
        }

        _reportedAfter = _executor.Loop.ItemCount;
        _reporter.Instance(WorkflowInstanceStates.Idle);
        return true;
    }

    /// <summary>Saves the instance, after the delivery of the records that were created before (rule 7.8).</summary>
    public async Task SaveAsync(ParticipantSaver saves)
    {
        await _reporter.FlushAsync().ConfigureAwait(false);
        await saves.SaveAsync(MappedVariables.Of(_executor.State)).ConfigureAwait(false);
    }

    /// <summary>Reports the end, and saves if there are persistence participants and the instance was not aborted.</summary>
    public async Task EndAsync(ParticipantSaver? saves)
    {
        await ReportEndAsync().ConfigureAwait(false);
        if (saves is not null && _executor.State.Outcome != ExecutionOutcome.Aborted)
        {
            await saves.SaveAsync(MappedVariables.Of(_executor.State)).ConfigureAwait(false);
        }
    }

    public void GiveUp() => _reporter.GiveUp();

    public void Close() => _reporter.Close();

    /// <summary>Reports the end of the instance. For an aborted instance, a failure of the delivery is ignored.</summary>
    private async Task ReportEndAsync()
    {
        switch (_executor.State.Outcome)
        {
            case ExecutionOutcome.Aborted:
                _reporter.Aborted(_executor.State.Reason);
                await _reporter.FlushAsync().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                return;
            case ExecutionOutcome.Completed:
                _reporter.Instance(
                    _executor.State.Root!.CurrentState == ActivityInstanceState.Canceled ? WorkflowInstanceStates.Canceled : WorkflowInstanceStates.Completed);
                break;
            default:
                _reporter.Terminated(_executor.State.Reason!);
                break;
        }

        await _reporter.FlushAsync().ConfigureAwait(false);
    }
}
