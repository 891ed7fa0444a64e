using System.Runtime.ExceptionServices;
using Workflow.Definition;

namespace Workflow.Hosting;

/// <summary>The extensions of one instance, looked up in the order of rule 14.1.</summary>
/// <remarks>Looking up is safe from any thread: an asynchronous activity may do it after an await.</remarks>
internal sealed class ExtensionSet
{
    /// <summary>Up to so many are looked through each time; that is faster than to remember what was found.</summary>
    private const int Few = 4;

    /// <summary>Those that the host shares among all instances, as they are, when there is nothing else.</summary>
    private ExtensionEntry[] _searchOrder = [];

    /// <summary>What functions made for this instance; null for nothing.</summary>
    private List<ExtensionEntry>? _made;

    /// <summary>What was looked up among many; locked while it is used. Null among few.</summary>
    private Dictionary<Type, object?>? _found;

    private ExtensionSet()
    {
    }

    /// <summary>Whether an extension is to be told its instance.</summary>
    public bool HasInstanceExtensions { get; private set; }

    /// <summary>Makes what factories and the activities' defaults provide; nothing is missing afterwards. <see cref="SetInstance"/> is to follow.</summary>
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

    /// <summary>The extension of a type; null when there is none.</summary>
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

    /// <summary>All extensions of a type, in the order of the look-up.</summary>
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

    /// <summary>Tells the extensions their instance; all are disposed when that fails.</summary>
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

    /// <summary>Disposes what was made for the instance, once; all of it, also when some of it fails.</summary>
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

    /// <summary>Refuses a host that lacks what an activity requires; its extensions are still open then, so that they can be added.</summary>
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

    /// <summary>Whether the host itself brings such an extension; what its extensions bring along does not count (rule 14.2).</summary>
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
