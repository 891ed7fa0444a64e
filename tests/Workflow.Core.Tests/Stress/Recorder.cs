using Workflow.Tracking;

namespace Workflow.Core.Tests.Stress;

/// <summary>Receives all records of one application and checks their numbers (rule 15.2).</summary>
internal sealed class Recorder(Subject subject, HostedInstance hosted) : TrackingParticipant
{
    private readonly List<string> _states = [];

    /// <summary>Checks that the end was recorded once, as the last record and with the correct state (rules 15.5 and 16.3).</summary>
    public void Verify()
    {
        Ends ends = hosted.Ends;
        string states = string.Join(' ', _states);
        bool isRight = ends switch
        {
            Ends.Completed | Ends.Unloaded =>
                states.EndsWith("Completed Deleted", StringComparison.Ordinal) || states.EndsWith("Canceled Deleted", StringComparison.Ordinal),
            Ends.Completed | Ends.Terminated | Ends.Unloaded => states.EndsWith("Terminated Deleted", StringComparison.Ordinal),
            Ends.Unloaded => states.EndsWith("Unloaded", StringComparison.Ordinal),
            _ => _states.Count(state => state == WorkflowInstanceStates.Aborted) <= 1,
        };
        if (!isRight)
        {
            subject.Fail($"it has ended as {ends}, but was recorded as '{states}'");
        }
    }

    protected override void Track(TrackingRecord record, TimeSpan timeout)
    {
        using IDisposable stay = hosted.Occupancy.Enter("Track");
        InstanceHistory history = subject.History;
        if (record.RecordNumber != history.NextRecord)
        {
            subject.Fail($"record {record.RecordNumber} came instead of {history.NextRecord}: {record}");
        }

        history.NextRecord++;
        if (record is WorkflowInstanceRecord { State: var state })
        {
            _states.Add(state);
            subject.Note(state);
            if (state is WorkflowInstanceStates.Started or WorkflowInstanceStates.Resumed && history.HasStarted != (state == WorkflowInstanceStates.Resumed))
            {
                subject.Fail($"'{state}' was recorded, and it was{(history.HasStarted ? string.Empty : " not")} started");
            }

            history.HasStarted |= state == WorkflowInstanceStates.Started;
        }
        else if (!history.HasStarted && !hosted.IsTerminateAsked)
        {
            subject.Fail($"it has not been recorded as started, but {record}");
        }
    }
}
