namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The objects to which saved state refers without containing them: services of the runtime, and owners of locks on activities. The runtime derives from this
/// class.
/// </summary>
internal abstract class ExternalReferences
{
    /// <summary>The types that saved state can name.</summary>
    public abstract SavedTypes Types { get; }

    /// <summary>Returns the name of a service; null if the object is not a service.</summary>
    public abstract string? NameOf(object value);

    /// <summary>Returns the service with the specified name, or null if there is none.</summary>
    public abstract object? ServiceOf(string name);

    /// <summary>Returns the number of a lock owner; -1 if the object is not a lock owner.</summary>
    public abstract int NumberOf(object value);

    /// <summary>Returns the lock owner with the specified number, or null if there is none.</summary>
    public abstract object? LockOwnerAt(int number);
}
