using Workflow.Core.Tests.TestKit;
using Workflow.Testing;
using Workflow.Tracking.Etw.Events;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Events;

public sealed class HeartbeatTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly List<long> _beats = [];

    [Fact]
    public void Heartbeat_Started_BeatsOnceASecondWithNumbersFromOne()
    {
        Heartbeat heartbeat = new(_clock);
        heartbeat.Start(_beats.Add);
        heartbeat.Start(_beats.Add);
        _clock.Advance(TimeSpan.FromSeconds(3.5));
        Assert.Equal([1, 2, 3], _beats);
    }

    [Fact]
    public void Heartbeat_StoppedAndStartedAgain_CountsFromOne()
    {
        Heartbeat heartbeat = new(_clock);
        heartbeat.Stop();
        heartbeat.Start(_beats.Add);
        _clock.Advance(TimeSpan.FromSeconds(2));
        heartbeat.Stop();
        _clock.Advance(TimeSpan.FromSeconds(2));
        heartbeat.Start(_beats.Add);
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal([1, 2, 1], _beats);
        Assert.Equal(1, _clock.PendingTimers);
    }

    /// <summary>
    /// The timer must exist before a session starts: a session that waits for the start of the timer thread can hang together with its consumer.
    /// </summary>
    [Fact]
    public void Heartbeat_Created_HasItsTimerBeforeItBeats()
    {
        Heartbeat heartbeat = new(_clock);
        Assert.Equal(1, _clock.PendingTimers);
        heartbeat.Start(_beats.Add);
        Assert.Equal(1, _clock.PendingTimers);
    }

    /// <summary>The provider uses the system clock, because the runtime creates it.</summary>
    [Fact]
    public async Task Provider_WithASession_SendsHeartbeatsWithRecordCount()
    {
        using Listener listener = new(System.Diagnostics.Tracing.EventLevel.Error, TrackingKeywords.UserEvents);
        Participant participant = new();
        participant.Send(new CustomTrackingRecord(Participant.Instance, "counted", System.Diagnostics.Tracing.EventLevel.Error));
        Seen beat = await listener.FirstHeartbeat.WaitAsync(HangGuard.Limit);
        Assert.InRange((long)beat["SequenceNumber"], 1L, long.MaxValue);
        Assert.InRange((long)beat["RecordsWritten"], 1L, long.MaxValue);
    }
}
