using System;

namespace LegacyOrders;

/// <summary>A clock that the sample sets, so that days pass in no real time.</summary>
internal sealed class SampleClock : TimeProvider
{
    private DateTimeOffset _now = new(2026, 3, 2, 9, 0, 0, TimeSpan.Zero);

    public override DateTimeOffset GetUtcNow() => _now;

    internal void Advance(TimeSpan time) => _now += time;
}
