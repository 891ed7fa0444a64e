namespace Workflow.Persistence;

/// <summary>Names the instance that a load locks and reads: by its id or by a key.</summary>
/// <remarks>The instance is named by <see cref="InstanceId"/> or by <see cref="Key"/>, never by both.</remarks>
public readonly record struct InstanceLoad
{
    /// <summary>The instance; null, the default, if <see cref="Key"/> names it.</summary>
    public Guid? InstanceId { get; init; }

    /// <summary>A key of the instance, as in <see cref="InstanceSave.KeysAdded"/>; null, the default, if <see cref="InstanceId"/> names it.</summary>
    public Guid? Key { get; init; }

    /// <summary>Creates the load of an instance by its id.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <returns>The load.</returns>
    public static InstanceLoad ById(Guid instanceId) => new() { InstanceId = instanceId };

    /// <summary>Creates the load of an instance by a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The load.</returns>
    public static InstanceLoad ByKey(Guid key) => new() { Key = key };

    /// <summary>Throws an exception if a load does not name an instance. For stores.</summary>
    /// <param name="load">The load.</param>
    /// <exception cref="ArgumentException">Neither or both of <see cref="InstanceId"/> and <see cref="Key"/> are set.</exception>
    public static void Validate(InstanceLoad load)
    {
        if (load.InstanceId.HasValue == load.Key.HasValue)
        {
            throw new ArgumentException("A load needs either an instance id or a key; set one of them.", nameof(load));
        }
    }
}
