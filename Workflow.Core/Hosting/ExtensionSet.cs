using System.Runtime.ExceptionServices;
using Workflow.Definition;

namespace Workflow.Hosting;

/// <summary>The extensions of one instance, looked up in the order of rule 14.1.</summary>
/// <remarks>Looking up is safe from any thread: an asynchronous activity may do it after an await.</remarks>
internal sealed class ExtensionSet
{
    private readonly Lock _gate = new();
    private readonly List<Entry> _searchOrder = [];
    private readonly List<Entry> _made = [];
    private readonly Dictionary<Type, object?> _found = [];

    private ExtensionSet()
    {
    }

    /// <summary>Makes what factories and the activities' defaults provide; nothing is missing afterwards.</summary>
    /// <exception cref="ValidationException">An extension that an activity requires is missing (rule 14.2).</exception>
    public static ExtensionSet Create(Program program, WorkflowInstanceExtensionManager? manager, WorkflowInstanceProxy proxy)
    {
        ExtensionSet set = Create(program, manager);
        set.SetInstance(proxy);
        return set;
    }

    /// <summary>The same, for a host that has something to do before the extensions are told their instance (rule 7.8).</summary>
    public static ExtensionSet Create(Program program, WorkflowInstanceExtensionManager? manager)
    {
        manager?.MakeReadOnly();
        ThrowIfMissing(program, manager);
        ExtensionSet set = new();
        try
        {
            set.Fill(program, manager);
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
        lock (_gate)
        {
            if (!_found.TryGetValue(type, out object? extension))
            {
                extension = _searchOrder.Find(entry => entry.Provides(type))?.Extension;
                _found.Add(type, extension);
            }

            return extension;
        }
    }

    /// <summary>All extensions of a type, in the order of the look-up.</summary>
    public T[] FindAll<T>()
        where T : class => _searchOrder.Count == 0
            ? []
            : [.. _searchOrder.Where(entry => entry.Provides(typeof(T))).Select(entry => (T)entry.Extension).Distinct<T>(ReferenceEqualityComparer.Instance)];

    /// <summary>Tells the extensions their instance; all are disposed when that fails.</summary>
    public void SetInstance(WorkflowInstanceProxy proxy)
    {
        try
        {
            _searchOrder.ForEach(entry => (entry.Extension as IWorkflowInstanceExtension)?.SetInstance(proxy));
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
        Entry[] made = [.. _made];
        _made.Clear();
        List<Exception> failures = [];
        foreach (Entry entry in made)
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

    private static void ThrowIfMissing(Program program, WorkflowInstanceExtensionManager? manager)
    {
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
        AddWithAdditional([.. (manager?.Singletons ?? []).Select(singleton => new Entry(singleton, null))]);
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

        AddWithAdditional(_made);
    }

    private void Make(Type type, Func<object?> create)
    {
        object extension = create()
            ?? throw new InvalidOperationException($"The function that makes the extension '{type}' returned null; return an object.");
        _made.Add(new Entry(extension, type));
    }

    /// <summary>Adds extensions, and behind them what they bring along.</summary>
    private void AddWithAdditional(List<Entry> entries)
    {
        _searchOrder.AddRange(entries);
        foreach (Entry entry in entries)
        {
            if (entry.Extension is IWorkflowInstanceExtension instanceExtension && instanceExtension.GetAdditionalExtensions() is { } additional)
            {
                AddWithAdditional([.. additional.Select(extension => new Entry(extension, null))]);
            }
        }
    }

    /// <summary>One extension; what a function made is found by the type that the function declares, anything else by its own.</summary>
    private sealed record Entry(object Extension, Type? Declared)
    {
        public bool Provides(Type type) => Declared is null ? type.IsInstanceOfType(Extension) : type.IsAssignableFrom(Declared);
    }
}
