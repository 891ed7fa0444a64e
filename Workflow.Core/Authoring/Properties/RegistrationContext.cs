namespace Workflow;

/// <summary>The context in which a property is registered or unregistered.</summary>
public sealed class RegistrationContext
{
    private readonly ActivityInstance _instance;

    internal RegistrationContext(ActivityInstance instance) => _instance = instance;

    /// <summary>Finds a property that is visible to the activity that adds the registered property.</summary>
    /// <param name="name">The name of the property.</param>
    /// <returns>The property; null if there is none with the name.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public object? FindProperty(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return _instance.Port.Scopes.FindProperty(_instance, name);
    }
}
