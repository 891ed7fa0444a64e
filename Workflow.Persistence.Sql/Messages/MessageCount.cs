namespace Workflow.Persistence.Sql;

/// <summary>The number of messages of an instance, as counted in its row.</summary>
/// <param name="All">The number of waiting messages.</param>
/// <param name="Idle">
/// The number of messages that are known to wait for a bookmark that the instance does not have. While the instance is locked, a negative number counts
/// withdrawn messages, because the host that holds the instance may still count them as left.
/// </param>
internal readonly record struct MessageCount(long All, long Idle)
{
    /// <summary>True if there are messages that the instance may be able to consume.</summary>
    public bool HasWork => All > Math.Max(Idle, 0);

    /// <summary>Returns the count after a save.</summary>
    /// <param name="consumed">The number of messages that the save removes.</param>
    /// <param name="left">The number of messages that the host has received and leaves in the store.</param>
    /// <param name="givesBack">True if the save unlocks the instance.</param>
    public MessageCount After(long consumed, int left, bool givesBack)
    {
        long all = Math.Max(All - consumed, 0), withdrawn = Math.Min(Idle, 0);
        return new MessageCount(all, withdrawn == 0 || givesBack ? Math.Clamp(left + withdrawn, 0, all) : withdrawn);
    }
}
