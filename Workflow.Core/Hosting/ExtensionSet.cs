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
    public static ExtensionSet Create(Program program, WorkflowInstanceExtensionManager? manager)
    {
        manager?.MakeReadOnly();
        ThrowIfMissing(program, manager);
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
            foreach (ExtensionEntry entry in _searchOrder)
            {
                (entry.Extension as IWorkflowInstanceExtension)?.SetInstance(proxy);
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
        foreach (ExtensionEntry entry in made)
        {
            try
            {
                (entry.Extension as IDisposable)?.Dispose();
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

    private static void ThrowIfMissing(Program program, WorkflowInstanceExtensionManager? manager)
    {
        if (program.RequiredExtensions.Count == 0)
        {
            return;
        }

        List<string> missing = [];
        foreach (Type required in program.RequiredExtensions)
        {
            if (!program.ExtensionProviders.Keys.Any(required.IsAssignableFrom) && !Provides(manager, required))
            {
                missing.Add($"'{required}'");
            }
        }

        if (missing.Count > 0)
        {
            throw new ValidationException(
                $"'{program.Root.DisplayName}' requires the extension {string.Join(", ", missing)}; add it to Extensions before the run.");
        }
    }

    /// <summary>Whether the host itself brings such an extension; what its extensions bring along does not count (rule 14.2).</summary>
    private static bool Provides(WorkflowInstanceExtensionManager? manager, Type type) => manager is not null
        && (manager.Singletons.Any(type.IsInstanceOfType) || manager.Factories.Any(factory => type.IsAssignableFrom(factory.Type)));

    private void Fill(Program program, WorkflowInstanceExtensionManager? manager)
    {
        ExtensionEntry[] shared = manager?.SingletonEntries ?? [];
        if (manager is not { Factories.Count: > 0 } && program.ExtensionProviders.Count == 0 && !Array.Exists(shared, WantsInstance))
        {
            _searchOrder = shared;
            return;
        }

        List<ExtensionEntry> order = [];
        AddWithAdditional(order, shared);
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

        AddWithAdditional(order, _made ?? []);
        _searchOrder = [.. order];
        HasInstanceExtensions = Array.Exists(_searchOrder, WantsInstance);
    }

    private void Make(Type type, Func<object?> create)
    {
        object extension = create()
            ?? throw new InvalidOperationException($"The function that makes the extension '{type}' returned null; return an object.");
        (_made ??= []).Add(new ExtensionEntry(extension, type));
    }

    private static bool WantsInstance(ExtensionEntry entry) => entry.Extension is IWorkflowInstanceExtension;

    /// <summary>Adds extensions, and behind them what they bring along.</summary>
    private static void AddWithAdditional(List<ExtensionEntry> order, IReadOnlyCollection<ExtensionEntry> entries)
    {
        order.AddRange(entries);
        foreach (ExtensionEntry entry in entries)
        {
            if (entry.Extension is IWorkflowInstanceExtension instanceExtension && instanceExtension.GetAdditionalExtensions() is { } additional)
            {
                AddWithAdditional(order, [.. additional.Select(extension => new ExtensionEntry(extension, null))]);
            }
        }
    }
}
