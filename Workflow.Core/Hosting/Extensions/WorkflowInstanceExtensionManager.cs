using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>The extensions that a host brings: objects that activities find by type (rule 14).</summary>
/// <remarks>Filled by one thread before the first run; read-only and safe for any thread once used.</remarks>
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

    /// <summary>The shared objects as every instance looks them up; only once it is in use.</summary>
    internal ExtensionEntry[] SingletonEntries => _entries ??= [.. _singletons];

    internal bool IsEmpty => _singletons.Count + _factories.Count == 0;

    internal bool IsReadOnly { get; private set; }

    /// <summary>Adds an object that all instances share; it is not disposed.</summary>
    /// <param name="singletonExtension">The extension; found by its own type, and its bases and interfaces.</param>
    /// <exception cref="InvalidOperationException">The set is in use.</exception>
    public virtual void Add(object singletonExtension)
    {
        ArgumentNullException.ThrowIfNull(singletonExtension);
        AddSingleton(new ExtensionEntry(singletonExtension, null));
    }

    /// <summary>Adds an object that all instances share, for activities that look for a service; it is not disposed.</summary>
    /// <typeparam name="TService">The type that the extension is found by, with its bases and interfaces; not by the object's own type.</typeparam>
    /// <param name="singletonExtension">The extension.</param>
    /// <exception cref="InvalidOperationException">The set is in use.</exception>
    /// <remarks>Only where the type is named: without it, <see cref="Add(object)"/> is called.</remarks>
    [OverloadResolutionPriority(-1)]
    public virtual void Add<TService>(TService singletonExtension)
        where TService : class
    {
        ArgumentNullException.ThrowIfNull(singletonExtension);
        AddSingleton(new ExtensionEntry(singletonExtension, typeof(TService)));
    }

    /// <summary>Adds a function that makes an extension for each instance; what it makes is disposed when the instance ends.</summary>
    /// <typeparam name="T">The type that the extension is found by, with its bases and interfaces.</typeparam>
    /// <param name="extensionCreationFunction">Called once an instance, at its start, even if nothing asks for it.</param>
    /// <exception cref="InvalidOperationException">The set is in use.</exception>
    public virtual void Add<T>(Func<T> extensionCreationFunction)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(extensionCreationFunction);
        ThrowIfReadOnly();
        _factories.Add(new ExtensionFactory(typeof(T), extensionCreationFunction));
    }

    /// <summary>The shared objects, in the order in which they were added.</summary>
    /// <returns>A new list.</returns>
    public List<object> GetAllSingletonExtensions() => [.. _singletons.Select(singleton => singleton.Extension)];

    /// <summary>Ends the filling; the first run does it.</summary>
    public void MakeReadOnly() => IsReadOnly = true;

    /// <summary>The run that closed the set failed before it began: more can be added for the next one.</summary>
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
