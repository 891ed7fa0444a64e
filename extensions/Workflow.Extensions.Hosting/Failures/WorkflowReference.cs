namespace Workflow.Extensions.Hosting;

/// <summary>Identifies an instance by its id or by its key. A <see cref="Guid"/> and a string convert implicitly to this type.</summary>
public readonly struct WorkflowReference : IEquatable<WorkflowReference>
{
    /// <summary>Creates a reference to an instance by its id.</summary>
    /// <param name="instanceId">The id.</param>
    public WorkflowReference(Guid instanceId) => InstanceId = instanceId;

    /// <summary>Creates a reference to an instance by its key.</summary>
    /// <param name="key">The key, case-sensitive.</param>
    /// <exception cref="ArgumentException">The key is null or empty, or contains an unpaired surrogate.</exception>
    public WorkflowReference(string key)
    {
        ArgumentException.ThrowIfNullOrEmpty(key);
        ChosenId.Check(key, nameof(key));
        Key = key;
    }

    /// <summary>The id; <see cref="Guid.Empty"/> if <see cref="Key"/> is set.</summary>
    public Guid InstanceId { get; }

    /// <summary>The key; null if <see cref="InstanceId"/> is set.</summary>
    public string? Key { get; }

    /// <summary>Converts an id to a reference.</summary>
    /// <param name="instanceId">The id.</param>
    public static implicit operator WorkflowReference(Guid instanceId) => new(instanceId);

    /// <summary>Converts a key to a reference.</summary>
    /// <param name="key">The key, case-sensitive.</param>
    public static implicit operator WorkflowReference(string key) => new(key);

    /// <summary>Compares two references.</summary>
    /// <param name="left">The first.</param>
    /// <param name="right">The second.</param>
    /// <returns>True if they are equal.</returns>
    public static bool operator ==(WorkflowReference left, WorkflowReference right) => left.Equals(right);

    /// <summary>Compares two references.</summary>
    /// <param name="left">The first.</param>
    /// <param name="right">The second.</param>
    /// <returns>True if they are not equal.</returns>
    public static bool operator !=(WorkflowReference left, WorkflowReference right) => !left.Equals(right);

    /// <inheritdoc cref="WorkflowReference(Guid)"/>
    /// <returns>The reference.</returns>
    public static WorkflowReference FromGuid(Guid instanceId) => new(instanceId);

    /// <inheritdoc cref="WorkflowReference(string)"/>
    /// <returns>The reference.</returns>
    public static WorkflowReference FromString(string key) => new(key);

    /// <inheritdoc/>
    public bool Equals(WorkflowReference other) => InstanceId == other.InstanceId && Key == other.Key;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is WorkflowReference other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(InstanceId, Key);

    /// <summary>Returns the reference as a part of a message.</summary>
    /// <returns>The text, such as "key 'order/1'".</returns>
    public override string ToString() => Key is null ? $"id '{InstanceId}'" : $"key '{Key}'";
}
