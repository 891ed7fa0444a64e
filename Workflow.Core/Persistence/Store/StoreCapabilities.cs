namespace Workflow.Persistence;

/// <summary>The optional parts of the contract that a store implements. Immutable.</summary>
/// <remarks>
/// A later version may add members, which are false for a store that does not know them. A store that changes some capabilities of another one copies the
/// object by <c>with</c>.
/// </remarks>
public sealed record StoreCapabilities
{
    /// <summary>A store that implements only the required members.</summary>
    public static StoreCapabilities None { get; } = new();

    /// <summary>
    /// True if the store keeps messages for instances; false by default. If false, <see cref="InstanceStore.SendAsync"/>,
    /// <see cref="InstanceStore.WithdrawAsync"/>, <see cref="InstanceStore.ReceiveAsync"/> and <see cref="InstanceStore.WaitForMessagesAsync"/> throw
    /// <see cref="NotSupportedException"/>.
    /// </summary>
    public bool KeepsMessages { get; init; }

    /// <summary>True if saves and unlocks take part in the ambient transaction; false by default.</summary>
    public bool JoinsTransactions { get; init; }

    /// <summary>
    /// True if the store counts failures and can suspend instances; false by default. If false, hosts pass no <see cref="UnlockKind.Suspension"/> to
    /// <see cref="InstanceStore.UnlockAsync"/>, the store may treat <see cref="UnlockKind.Failure"/> as a release, and
    /// <see cref="InstanceStore.ContinueAsync"/> and <see cref="InstanceStore.TerminateAsync"/> do nothing.
    /// </summary>
    public bool SuspendsInstances { get; init; }
}
