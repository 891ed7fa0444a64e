using System.Diagnostics.CodeAnalysis;

namespace Workflow.Tracking;

/// <summary>Delivers the records of one workflow instance to one participant, and isolates the instance from failures of the participant (rule 15.4).</summary>
internal sealed class ParticipantQueue(TrackingParticipant participant)
{
    private readonly bool _isGuaranteed = participant.IsGuaranteed;

    /// <summary>The records that were added and are not delivered yet, after those of the running delivery; null before the first record.</summary>
    private List<TrackingRecord>? _records;
    private int _next;

    /// <summary>The number of <see cref="_records"/> that belong to the running delivery.</summary>
    private int _batch;

    /// <summary>The running call for the record before <see cref="_next"/>.</summary>
    private Task? _waiting;

    /// <summary>An abandoned call that has not completed. The participant gets no further record before it completes.</summary>
    private Task? _stuck;

    /// <summary>The failure of a guaranteed participant; null for none.</summary>
    public Exception? Failure { get; private set; }

    public bool HasPending => _records is { Count: > 0 } || _waiting is not null;

    public void Add(TrackingRecord record) => (_records ??= []).Add(record);

    /// <summary>
    /// Delivers the added records. Returns false if a delivery is running; call the method again when the task has completed or was abandoned.
    /// </summary>
    public bool TryDeliver(CancellationToken cancellationToken, [NotNullWhen(false)] out Task? waiting)
    {
        waiting = null;
        if (_records is not { } records)
        {
            return true;
        }

        Settle(records);
        if (_next == _batch)
        {
            // Records that are added while the participant works belong to the next delivery.
            RemoveDelivered(records);
            _batch = records.Count;
        }

        while (_next < _batch)
        {
            TrackingRecord record = records[_next++];
            Task call = Deliver(record, cancellationToken);

            // IsCompleted must be checked first. If the call succeeded between two checks, it would count neither as successful nor as running, and its
            // record would count as lost.
            if (!call.IsCompleted)
            {
                _waiting = waiting = call;
                return false;
            }

            if (!call.IsCompletedSuccessfully)
            {
                Drop(record, call.Exception?.InnerExceptions[0] ?? new OperationCanceledException("The participant canceled its work."));
            }
        }

        RemoveDelivered(records);
        return true;
    }

    public void ForgetFailure() => Failure = null;

    /// <summary>Counts a record as dropped.</summary>
    public void Drop(TrackingRecord record, Exception failure)
    {
        participant.CountDropped();
        DiagnosticsSource.Log.RecordDropped(participant, record, failure);
        if (_isGuaranteed)
        {
            Failure ??= failure;

            // The failure aborts the instance or reaches the caller, so the participant does not get the other records of this delivery.
            for (; _next < _batch; _next++)
            {
                participant.CountDropped();
            }
        }
    }

    private Task Deliver(TrackingRecord record, CancellationToken cancellationToken)
    {
        if (_stuck is { IsCompleted: false })
        {
            return Task.FromException(new InvalidOperationException("The participant has not returned from a record that was abandoned."));
        }

        _stuck = null;
        try
        {
            return participant.DeliverAsync(record, cancellationToken)
                ?? throw new InvalidOperationException($"TrackAsync of '{participant.GetType()}' returned null; return a task.");
        }
        catch (Exception exception)
        {
            // A participant is code of the application: its exceptions must not reach the workflow (rule 15.4).
            return Task.FromException(exception);
        }
    }

    /// <summary>Removes the records of the finished delivery.</summary>
    private void RemoveDelivered(List<TrackingRecord> records)
    {
        records.RemoveRange(0, _batch);
        _batch = 0;
        _next = 0;
    }

    /// <summary>
    /// Evaluates the call of the running delivery: counts its record as dropped if the call failed, and abandons a call that has not completed.
    /// </summary>
    private void Settle(List<TrackingRecord> records)
    {
        if (_waiting is not { } call)
        {
            return;
        }

        _waiting = null;
        TrackingRecord record = records[_next - 1];
        if (!call.IsCompleted)
        {
            _stuck = call;
            Drop(record, new OperationCanceledException("The instance ended before the participant returned."));
        }
        else if (!call.IsCompletedSuccessfully)
        {
            Drop(record, call.Exception?.InnerExceptions[0] ?? new OperationCanceledException("The participant canceled its work."));
        }
    }
}
