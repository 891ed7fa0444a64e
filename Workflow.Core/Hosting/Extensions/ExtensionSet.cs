using System.Runtime.ExceptionServices;
using Workflow.Definition;

namespace Workflow.Hosting;

/// <summary>The extensions of one instance, looked up in the order of rule 14.1.</summary>
/// <remarks>Lookup is thread-safe: an asynchronous activity may look up an extension after an await.</remarks>
internal sealed class ExtensionSet
{
    /// <summary>The largest number of extensions without a cache: a linear search is faster than a lookup in the cache.</summary>
    private const int Few = 4;

    /// <summary>The extensions in lookup order. If there are no others, the array that the host shares among all instances.</summary>
    private ExtensionEntry[] _searchOrder = [];

    /// <summary>The extensions that functions created for this instance; null if there are none.</summary>
    private List<ExtensionEntry>? _made;

    /// <summary>The cache of lookups, which is locked while it is used; null if there are few extensions.</summary>
    private Dictionary<Type, object?>? _found;

    private ExtensionSet()
    {
    }

    /// <summary>True if <see cref="SetInstance"/> must be called, because an extension receives its instance.</summary>
    public bool HasInstanceExtensions { get; private set; }

    /// <summary>
    /// Creates the extensions of the host's factories and the activities' defaults. The caller must call <see cref="SetInstance"/> afterwards.
    /// </summary>
    /// <exception cref="ValidationException">An extension that an activity requires is missing (rule 14.2).</exception>
    public static ExtensionSet Create(Program program, WorkflowInstanceExtensionManager? manager, object? ofStore = null)
    {
        ThrowIfMissing(program, manager, ofStore);
        manager?.MakeReadOnly();
        ExtensionSet set = new();
        try
        {
            set.Fill(program, manager);
            set._found = set._searchOrder.Length > Few ? [] : null;
        }
        catch
        {
            set.Dispose();
            throw;
        }

        return set;
    }

    /// <summary>Returns the extension of a type; null if there is none.</summary>
    public object? Find(Type type)
    {
        if (_found is not { } known)
        {
            return Search(type);
        }

        lock (known)
        {
            if (!known.TryGetValue(type, out object? extension))
            {
                extension = Search(type);
                known.Add(type, extension);
            }

            return extension;
        }
    }

    /// <summary>Returns all extensions of a type, in lookup order.</summary>
    public T[] FindAll<T>()
        where T : class
    {
        T[] found = [];
        foreach (ExtensionEntry entry in _searchOrder)
        {
            if (entry.Provides(typeof(T)) && !found.Contains(entry.Extension, ReferenceEqualityComparer.Instance))
            {
                found = [.. found, (T)entry.Extension];
            }
        }

        return found;
    }

    /// <summary>Passes the instance to the extensions. If an extension throws, all that were created for the instance are disposed.</summary>
    public void SetInstance(WorkflowInstanceProxy proxy)
    {
        try
        {
            foreach (object extension in _searchOrder.Select(entry => entry.Extension).Distinct(ReferenceEqualityComparer.Instance))
            {
                (extension as IWorkflowInstanceExtension)?.SetInstance(proxy);
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Disposes the extensions that were created for the instance, once. All are disposed, even if some of them throw.</summary>
    public void Dispose()
    {
        if (_made is not { } made)
        {
            return;
        }

        _made = null;
        List<Exception> failures = [];
        foreach (object extension in made.Select(entry => entry.Extension).Distinct(ReferenceEqualityComparer.Instance))
        {
            try
            {
                (extension as IDisposable)?.Dispose();
            }
            catch (Exception exception)
            {
                failures.Add(exception);
            }
        }

        if (failures.Count == 1)
        {
            ExceptionDispatchInfo.Throw(failures[0]);
        }
        else if (failures.Count > 1)
        {
            throw new AggregateException("Several extensions failed to end.", failures);
        }
    }

    private object? Search(Type type)
    {
        foreach (ExtensionEntry entry in _searchOrder)
        {
            if (entry.Provides(type))
            {
                return entry.Extension;
            }
        }

        return null;
    }

    /// <summary>
    /// Throws if the host lacks an extension that an activity requires. The extensions of the host are still writable then, so that the missing one can be
    /// added.
    /// </summary>
    /// <exception cref="ValidationException">An extension that an activity requires is missing (rule 14.2).</exception>
    public static void ThrowIfMissing(Program program, WorkflowInstanceExtensionManager? manager, object? ofStore = null)
    {
        if (program.RequiredExtensions.Count == 0)
        {
            return;
        }

        List<string> missing = [];
        foreach (Type required in program.RequiredExtensions)
        {
            if (!program.ExtensionProviders.Keys.Any(required.IsAssignableFrom) && !Provides(manager, required) && !required.IsInstanceOfType(ofStore))
            {
                missing.Add($"'{required}'");
            }
        }

        if (missing.Count > 0)
        {
            throw new ValidationException(
                $"'{program.Root.DisplayName}' requires the extension {string.Join(", ", missing)}; add it to the Extensions of the host before the run.");
        }
    }

    /// <summary>Returns true if the host itself provides such an extension; those that its extensions provide do not count (rule 14.2).</summary>
    private static bool Provides(WorkflowInstanceExtensionManager? manager, Type type) => manager is not null
        && (manager.Singletons.Any(singleton => singleton.Provides(type)) || manager.Factories.Any(factory => type.IsAssignableFrom(factory.Type)));

    private void Fill(Program program, WorkflowInstanceExtensionManager? manager)
    {
        ExtensionEntry[] shared = manager?.SingletonEntries ?? [];
        if (manager is not { Factories.Count: > 0 } && program.ExtensionProviders.Count == 0 && !Array.Exists(shared, WantsInstance))
        {
            _searchOrder = shared;
            return;
        }

        ExtensionOrder order = new();
        order.Add(shared);
        foreach (ExtensionFactory factory in manager?.Factories ?? [])
        {
            Make(factory.Type, factory.Create);
        }

        foreach ((Type type, Func<object?> create) in program.ExtensionProviders)
        {
            bool isReplaced = program.ExtensionProviders.Keys.Any(other => other != type && type.IsAssignableFrom(other));
            if (!isReplaced && !Provides(manager, type))
            {
                Make(type, create);
            }
        }

        order.Add(_made ?? []);
        _searchOrder = order.ToArray();
        HasInstanceExtensions = Array.Exists(_searchOrder, WantsInstance);
    }

    private void Make(Type type, Func<object?> create)
    {
        object extension = create()
            ?? throw new InvalidOperationException($"The function that creates the extension '{type}' returned null; return an object.");
        (_made ??= []).Add(new ExtensionEntry(extension, type));
    }

    private static bool WantsInstance(ExtensionEntry entry) => entry.Extension is IWorkflowInstanceExtension;
}
