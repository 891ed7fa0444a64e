namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What saved state refers to and does not contain: the services of the runtime, and what holds locks on activities. The runtime derives from it.</summary>
internal abstract class SavedOutside
{
    /// <summary>The types that saved state can name.</summary>
    public abstract SavedTypes Types { get; }

    /// <summary>The name of a service; null if an object is none.</summary>
    public abstract string? NameOf(object value);

    /// <summary>The service with a name, or null.</summary>
    public abstract object? ServiceOf(string name);

    /// <summary>The number of an object that holds locks; -1 if it is none.</summary>
    public abstract int NumberOf(object value);

    /// <summary>The object that holds locks, or null.</summary>
    public abstract object? LockOwnerAt(int number);
}
