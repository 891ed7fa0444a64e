namespace Workflow.Persistence.Sql;

/// <summary>The messages of an instance, as its row counts them.</summary>
/// <param name="All">The number of messages that wait.</param>
/// <param name="Idle">
/// The number of those that are known to wait for a bookmark which the instance does not have. While the instance is locked, a negative number counts messages that were withdrawn, because
/// the host that holds it may still count them as left.
/// </param>
internal readonly record struct MessageCount(long All, long Idle)
{
    /// <summary>Whether there are messages that the instance may be able to take.</summary>
    public bool HasWork => All > Math.Max(Idle, 0);

    /// <summary>The count after a save.</summary>
    /// <param name="consumed">The number of messages that the save removes.</param>
    /// <param name="left">The number of messages that the host leaves.</param>
    /// <param name="givesBack">Whether the save unlocks the instance.</param>
    public MessageCount After(long consumed, int left, bool givesBack)
    {
        long all = Math.Max(All - consumed, 0), withdrawn = Math.Min(Idle, 0);
        return new MessageCount(all, withdrawn == 0 || givesBack ? Math.Clamp(left + withdrawn, 0, all) : withdrawn);
    }
}
