using System.ComponentModel;

namespace Workflow.Persistence;

/// <summary>The answer of a store that has stored a message. Immutable.</summary>
public sealed record MessageReceipt
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>The number of the message in the store, above 0. Later messages of the same instance have higher numbers.</summary>
    public required long Sequence { get; init; }

    /// <summary>
    /// True if a message with the same <see cref="InstanceMessage.RequestId"/> was sent before, so that this call has stored nothing; false by default.
    /// </summary>
    public bool IsRepeated { get; init; }

    /// <summary>
    /// The number of the previous message that waits for the instance, 0 if there is none; null, the default, if the store does not report it. A host that
    /// holds the instance and has received its messages up to this number misses none if it takes this message from memory instead of receiving it.
    /// </summary>
    /// <remarks>Stores set this value and hosts read it; an application has no use for it, so editors hide it.</remarks>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public long? PreviousSequence { get; init; }
}
