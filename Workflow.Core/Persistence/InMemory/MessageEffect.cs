namespace Workflow.Persistence;

/// <summary>The effect of one or more saves of an instance on its messages. Immutable.</summary>
/// <param name="Consumed">The messages to remove.</param>
/// <param name="Left">The number of messages that wait for a bookmark which the instance does not have.</param>
internal sealed record MessageEffect(IReadOnlyCollection<long> Consumed, int Left)
{
    private static readonly MessageEffect None = new([], 0);

    /// <summary>Combines the effect of a save with the effects of earlier saves in the same transaction.</summary>
    public static MessageEffect Of(InstanceSave save, MessageEffect? before)
    {
        IReadOnlyCollection<long> earlier = before?.Consumed ?? [];
        return earlier.Count + save.MessagesConsumed.Count + save.PendingMessageCount == 0
            ? None
            : new MessageEffect([.. earlier, .. save.MessagesConsumed], save.PendingMessageCount);
    }
}
