using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>The extensions of a host: objects that activities find by type (rule 14).</summary>
/// <remarks>Not thread-safe until the first run. From then on it is read-only, and any thread may use it.</remarks>
public class WorkflowInstanceExtensionManager
{
    private readonly List<ExtensionEntry> _singletons = [];
    private readonly List<ExtensionFactory> _factories = [];
    private ExtensionEntry[]? _entries;

    /// <summary>Creates an empty set.</summary>
    public WorkflowInstanceExtensionManager()
    {
    }

    internal IReadOnlyList<ExtensionEntry> Singletons => _singletons;

    internal IReadOnlyList<ExtensionFactory> Factories => _factories;

    /// <summary>The shared objects as instances look them up. Read only when the set is in use.</summary>
    internal ExtensionEntry[] SingletonEntries => _entries ??= [.. _singletons];

    internal bool IsEmpty => _singletons.Count + _factories.Count == 0;

    internal bool IsReadOnly { get; private set; }

    /// <summary>Adds an object that all instances share. It is not disposed.</summary>
    /// <param name="singletonExtension">The extension. It is found by its own type, its base types and its interfaces.</param>
    /// <exception cref="InvalidOperationException">The set is already in use.</exception>
    public virtual void Add(object singletonExtension)
    {
        ArgumentNullException.ThrowIfNull(singletonExtension);
        AddSingleton(new ExtensionEntry(singletonExtension, null));
    }

    /// <summary>Adds an object that all instances share, for activities that look up a service. It is not disposed.</summary>
    /// <typeparam name="TService">
    /// The type by which the extension is found, with its base types and interfaces. The object's own type is not used.
    /// </typeparam>
    /// <param name="singletonExtension">The extension.</param>
    /// <exception cref="InvalidOperationException">The set is already in use.</exception>
    /// <remarks>Name the type argument explicitly; without it, <see cref="Add(object)"/> is called.</remarks>
    [OverloadResolutionPriority(-1)]
    public virtual void Add<TService>(TService singletonExtension)
        where TService : class
    {
        ArgumentNullException.ThrowIfNull(singletonExtension);
        AddSingleton(new ExtensionEntry(singletonExtension, typeof(TService)));
    }

    /// <summary>Adds a function that creates an extension for each instance. The extension is disposed when the instance ends.</summary>
    /// <typeparam name="T">The type by which the extension is found, with its base types and interfaces.</typeparam>
    /// <param name="extensionCreationFunction">
    /// The function. It is called once for each instance, when the instance starts, even if nothing requests the extension.
    /// </param>
    /// <exception cref="InvalidOperationException">The set is already in use.</exception>
    public virtual void Add<T>(Func<T> extensionCreationFunction)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(extensionCreationFunction);
        ThrowIfReadOnly();
        _factories.Add(new ExtensionFactory(typeof(T), extensionCreationFunction));
    }

    /// <summary>Returns the shared objects, in the order in which they were added.</summary>
    /// <returns>A new list.</returns>
    public List<object> GetAllSingletonExtensions() => [.. _singletons.Select(singleton => singleton.Extension)];

    /// <summary>Makes the set read-only. The first run calls this method.</summary>
    public void MakeReadOnly() => IsReadOnly = true;

    /// <summary>Makes the set writable again, after a run that made it read-only failed before it began.</summary>
    internal void Reopen() => IsReadOnly = false;

    private void AddSingleton(ExtensionEntry entry)
    {
        ThrowIfReadOnly();
        _singletons.Add(entry);
        _entries = null;
    }

    private void ThrowIfReadOnly()
    {
        if (IsReadOnly)
        {
            throw new InvalidOperationException("The extensions are in use and cannot be changed; add them before the first run.");
        }
    }
}
