using System.Diagnostics.CodeAnalysis;

namespace Workflow.Tracking;

/// <summary>The way of one workflow instance's records to one participant, and the fence between the two (rule 15.4).</summary>
internal sealed class DeliveryLane(TrackingParticipant participant)
{
    private readonly bool _isGuaranteed = participant.IsGuaranteed;

    /// <summary>What has been added and not yet delivered, behind what the running delivery has done; null before the first record.</summary>
    private List<TrackingRecord>? _records;
    private int _next;

    /// <summary>How many of <see cref="_records"/> belong to the running delivery.</summary>
    private int _batch;

    /// <summary>What the participant still does with the record before <see cref="_next"/>.</summary>
    private Task? _waiting;

    /// <summary>A call that was given up and has not returned; the participant gets nothing more before it has.</summary>
    private Task? _stuck;

    /// <summary>What a participant that must not lose a record failed with; null: nothing.</summary>
    public Exception? Failure { get; private set; }

    public bool HasPending => _records is { Count: > 0 } || _waiting is not null;

    public void Add(TrackingRecord record) => (_records ??= []).Add(record);

    /// <summary>Delivers what has been added; false: the call has to be repeated when something has ended, or is given up.</summary>
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
            // What is added while the participant works comes with the next delivery.
            Forget(records);
            _batch = records.Count;
        }

        while (_next < _batch)
        {
            TrackingRecord record = records[_next++];
            Task call = Hand(record, cancellationToken);

            // Asked first: a call that succeeds between two questions would be neither successful nor running, and its record would count as lost.
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

        Forget(records);
        return true;
    }

    public void ForgetFailure() => Failure = null;

    /// <summary>Counts a record as lost.</summary>
    public void Drop(TrackingRecord record, Exception failure)
    {
        participant.CountDropped();
        DiagnosticsSource.Log.RecordDropped(participant, record, failure);
        if (_isGuaranteed)
        {
            Failure ??= failure;

            // The instance ends, or the caller is told; a store that has failed is not asked for each of the others.
            for (; _next < _batch; _next++)
            {
                participant.CountDropped();
            }
        }
    }

    private Task Hand(TrackingRecord record, CancellationToken cancellationToken)
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
            // A participant is the application's: what it throws must not reach the workflow (rule 15.4).
            return Task.FromException(exception);
        }
    }

    /// <summary>Removes what was delivered.</summary>
    private void Forget(List<TrackingRecord> records)
    {
        records.RemoveRange(0, _batch);
        _batch = 0;
        _next = 0;
    }

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
