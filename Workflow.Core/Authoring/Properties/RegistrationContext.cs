namespace Workflow;

/// <summary>What a property sees while it is registered or unregistered.</summary>
public sealed class RegistrationContext
{
    private readonly ExecutionPort _port;
    private readonly ActivityInstance _instance;

    internal RegistrationContext(ExecutionPort port, ActivityInstance instance)
    {
        _port = port;
        _instance = instance;
    }

    /// <summary>A property that is visible where this one is added.</summary>
    /// <param name="name">Its name.</param>
    /// <returns>The property; null when there is none of that name.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public object? FindProperty(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return _port.Scopes.FindProperty(_instance, name);
    }
}
