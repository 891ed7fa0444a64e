using Workflow.Runtime.Executors;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>What an invocation tells of its instance as a whole (rules 15.1 and 17); without tracking participants there is none.</summary>
/// <remarks>Used by the owner of the turn; giving up is safe from any thread.</remarks>
internal sealed class InvocationReports
{
    private readonly WorkflowExecutor _executor;
    private readonly Reporter _reporter;

    /// <summary>How much had run when the instance was last told to be idle.</summary>
    private long _reportedAfter = -1;

    private InvocationReports(WorkflowExecutor executor, Reporter reporter)
    {
        _executor = executor;
        _reporter = reporter;
    }

    /// <summary>Begins to report, if a participant wants to know anything.</summary>
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

    /// <summary>The instance waits, and nothing is there to be delivered to it; false when that has been told already, and nothing has run since (rule 7.2).</summary>
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

    /// <summary>Saves; what was reported before is delivered before it (rule 7.8).</summary>
    public async Task SaveAsync(ParticipantSaver saves)
    {
        await _reporter.FlushAsync().ConfigureAwait(false);
        await saves.SaveAsync(MappedVariables.Of(_executor.State)).ConfigureAwait(false);
    }

    /// <summary>Tells of the end, and saves if there is anything to be saved and the instance was not aborted.</summary>
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

    /// <summary>Tells how the instance ended. What fails of the telling does not change that an aborted one was aborted.</summary>
    private async Task ReportEndAsync()
    {
        switch (_executor.State.Outcome)
        {
            case ExecutionOutcome.Aborted:
                _reporter.Aborted(_executor.State.Reason);
                await _reporter.FlushAsync().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                return;
            case ExecutionOutcome.Completed:
                _reporter.Instance(_executor.State.Root!.CurrentState == ActivityInstanceState.Canceled ? WorkflowInstanceStates.Canceled : WorkflowInstanceStates.Completed);
                break;
            default:
                _reporter.Terminated(_executor.State.Reason!);
                break;
        }

        await _reporter.FlushAsync().ConfigureAwait(false);
    }
}
