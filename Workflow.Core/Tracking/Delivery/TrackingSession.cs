using System.Diagnostics.CodeAnalysis;

namespace Workflow.Tracking;

/// <summary>Takes the records of one workflow instance to its participants, in order and participant by participant (rules 15.2 and 15.4).</summary>
/// <remarks>Used by the owner of the instance's turn; <see cref="GiveUp"/> is safe from any thread.</remarks>
#pragma warning disable CA1001 // A source without timer and wait handle holds nothing to dispose, and participants may use its token after the end.
internal sealed class TrackingSession(TrackingParticipant[] participants)
#pragma warning restore CA1001
{
    private readonly DeliveryLane[] _lanes = Array.ConvertAll(participants, static participant => new DeliveryLane(participant));
    private CancellationTokenSource? _givenUp;
    private bool _isDelivering;

    public bool HasPending
    {
        get
        {
            foreach (DeliveryLane lane in _lanes)
            {
                if (lane.HasPending)
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>Made by whoever needs it first: most instances of participants that change their minds have nothing to deliver.</summary>
    private CancellationTokenSource GivenUp => Volatile.Read(ref _givenUp) ?? Interlocked.CompareExchange(ref _givenUp, new(), null) ?? _givenUp;

    /// <summary>Adds a record for one participant.</summary>
    public void Add(int participant, TrackingRecord record) => _lanes[participant].Add(record);

    /// <summary>A record that could not be made for one participant.</summary>
    public void Drop(int participant, TrackingRecord record, Exception failure) => _lanes[participant].Drop(record, failure);

    /// <summary>Delivers what is pending; false: the call has to be repeated when something has ended.</summary>
    public bool TryDeliver([NotNullWhen(false)] out Task? waiting)
    {
        waiting = null;
        if (_isDelivering)
        {
            // A participant made the instance report something: that is delivered next time.
            return true;
        }

        if (!HasPending)
        {
            return true;
        }

        _isDelivering = true;
        try
        {
            CancellationToken givenUp = GivenUp.Token;
            foreach (DeliveryLane lane in _lanes)
            {
                if (!lane.TryDeliver(givenUp, out Task? call))
                {
                    waiting = call.WaitAsync(givenUp);
                    return false;
                }
            }

            return true;
        }
        finally
        {
            _isDelivering = false;
        }
    }

    /// <summary>What a participant that must not lose a record failed with since the last call; null: none did.</summary>
    public Exception? TakeFailure()
    {
        Exception? failure = null;
        foreach (DeliveryLane lane in _lanes)
        {
            failure ??= lane.Failure;
            lane.ForgetFailure();
        }

        return failure;
    }

    /// <summary>Nobody waits from now on for what participants do; they are told so, on a thread of their own.</summary>
    public void GiveUp() => _ = GivenUp.CancelAsync();
}
