namespace Workflow.Persistence;

/// <summary>What one or more saves of an instance say about its messages. Immutable.</summary>
/// <param name="Consumed">The messages to remove.</param>
/// <param name="Left">The number of messages that wait for a bookmark which the instance does not have.</param>
internal sealed record MessageEffect(IReadOnlyCollection<long> Consumed, int Left)
{
    private static readonly MessageEffect None = new([], 0);

    /// <summary>The effect of a save after those of earlier saves in the same transaction.</summary>
    public static MessageEffect Of(InstanceSave save, MessageEffect? before)
    {
        IReadOnlyCollection<long> earlier = before?.Consumed ?? [];
        return earlier.Count + save.MessagesConsumed.Count + save.MessagesLeft == 0 ? None : new MessageEffect([.. earlier, .. save.MessagesConsumed], save.MessagesLeft);
    }
}
