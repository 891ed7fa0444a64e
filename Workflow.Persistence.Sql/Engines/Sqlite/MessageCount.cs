namespace Workflow.Persistence.Sql;

/// <summary>The number of messages of an instance, as counted in its row.</summary>
/// <param name="All">The number of waiting messages.</param>
/// <param name="Idle">
/// The number of messages that are known to wait for a bookmark that the instance does not have. While the instance is locked, a negative number counts
/// withdrawn messages, because the host that holds the instance may still count them as pending.
/// </param>
internal readonly record struct MessageCount(long All, long Idle)
{
    /// <summary>True if there are messages that the instance may be able to consume.</summary>
    public bool HasWork => All > Math.Max(Idle, 0);

    /// <summary>Returns the count after a save.</summary>
    /// <param name="consumed">The number of messages that the save removes.</param>
    /// <param name="pending">The number of messages that the host has received and leaves in the store.</param>
    /// <param name="unlocks">True if the save unlocks the instance.</param>
    public MessageCount After(long consumed, int pending, bool unlocks)
    {
        long all = Math.Max(All - consumed, 0), withdrawn = Math.Min(Idle, 0);
        return new MessageCount(all, withdrawn == 0 || unlocks ? Math.Clamp(pending + withdrawn, 0, all) : withdrawn);
    }
}
