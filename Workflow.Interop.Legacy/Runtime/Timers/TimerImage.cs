namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A timer in saved state.</summary>
[Serializable]
internal readonly record struct TimerImage(Guid Id, DateTime ExpiresAt)
{
    /// <summary>Creates the images of the timers of an instance. Null is an instance without timers.</summary>
    public static TimerImage[] Of(TimerEventSubscriptionCollection? timers) =>
        [.. timers?.Select(static timer => new TimerImage(timer.SubscriptionId, timer.ExpiresAt)) ?? []];

    public static TimerEventSubscriptionCollection Restore(IEnumerable<TimerImage> images, Guid instanceId)
    {
        TimerEventSubscriptionCollection timers = new();
        foreach (TimerImage image in images)
        {
            timers.Add(new TimerEventSubscription(image.Id, instanceId, image.ExpiresAt));
        }

        return timers;
    }
}
