using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Tracking;

/// <summary>Delivers the records of one workflow instance to its participants, in order and one participant after the other (rules 15.2 and 15.4).</summary>
/// <remarks>Only the owner of the instance uses it, except for <see cref="GiveUp"/>, which any thread may call.</remarks>
#pragma warning disable CA1001 // A source without timer and wait handle holds nothing to dispose, and participants may use its token after the end.
internal sealed class TrackingSession(TrackingParticipant[] participants)
#pragma warning restore CA1001
{
    private readonly ParticipantQueue[] _lanes = Array.ConvertAll(participants, static participant => new ParticipantQueue(participant));
    private CancellationTokenSource? _givenUp;
    private bool _isDelivering;

    public bool HasPending
    {
        get
        {
            foreach (ParticipantQueue lane in _lanes)
            {
                if (lane.HasPending)
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>
    /// The source of the participants' token. Created on first use, because most sessions of participants with changing profiles deliver nothing.
    /// </summary>
    /// <remarks>
    /// GiveUp may run on another thread than TryDeliver. Both must use the same source: with a source of its own, GiveUp would cancel a token that no delivery
    /// waits on, and the instance would wait for its participant forever.
    /// </remarks>
    private CancellationTokenSource GivenUp => Volatile.Read(ref _givenUp) ?? Interlocked.CompareExchange(ref _givenUp, new(), null) ?? _givenUp;

    /// <summary>Adds a record for one participant.</summary>
    public void Add(int participant, TrackingRecord record) => _lanes[participant].Add(record);

    /// <summary>Counts a record that could not be created for one participant as dropped.</summary>
    public void Drop(int participant, TrackingRecord record, Exception failure) => _lanes[participant].Drop(record, failure);

    /// <summary>Delivers the pending records. Returns false if a delivery is running; call the method again when the task has completed.</summary>
    public bool TryDeliver([NotNullWhen(false)] out Task? waiting)
    {
        waiting = null;
        if (_isDelivering)
        {
            // The participant has caused a new record while it handles one. Delivering it now would overtake the running delivery, so it is delivered next
            // time.
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
            foreach (ParticipantQueue lane in _lanes)
            {
                if (!lane.TryDeliver(givenUp, out Task? call))
                {
                    TaskEnd.Observe(call);
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

    /// <summary>Returns and clears the first failure of a guaranteed participant; null if there is none.</summary>
    public Exception? TakeFailure()
    {
        Exception? failure = null;
        foreach (ParticipantQueue lane in _lanes)
        {
            failure ??= lane.Failure;
            lane.ForgetFailure();
        }

        return failure;
    }

    /// <summary>
    /// Stops waiting for participants and cancels their token. The callbacks of the token are code of the application, so they run on another thread.
    /// </summary>
    public void GiveUp() => TaskEnd.Observe(GivenUp.CancelAsync());
}
