using Workflow.Definition;

namespace Workflow.Hosting;

/// <summary>The extensions of one instance, looked up in the order of rule 14.1.</summary>
internal sealed class ExtensionSet
{
    private readonly List<object> _searchOrder = [];
    private readonly List<object> _owned = [];
    private readonly List<(Type Type, object Extension)> _made = [];
    private readonly Dictionary<Type, object?> _found = [];

    private ExtensionSet()
    {
    }

    /// <summary>Makes what factories and the activities' defaults provide; nothing is missing afterwards.</summary>
    /// <exception cref="ValidationException">An extension that an activity requires is missing (rule 14.2).</exception>
    public static ExtensionSet Create(Program program, WorkflowInstanceExtensionManager? manager, WorkflowInstanceProxy proxy)
    {
        manager?.MakeReadOnly();
        ThrowIfMissing(program, manager);
        ExtensionSet set = new();
        try
        {
            set.Fill(program, manager, proxy);
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
        if (!_found.TryGetValue(type, out object? extension))
        {
            extension = _searchOrder.Find(type.IsInstanceOfType);
            _found.Add(type, extension);
        }

        return extension;
    }

    /// <summary>Disposes what was made for the instance.</summary>
    public void Dispose()
    {
        foreach (object extension in _owned)
        {
            (extension as IDisposable)?.Dispose();
        }

        _owned.Clear();
    }

    private static void ThrowIfMissing(Program program, WorkflowInstanceExtensionManager? manager)
    {
        List<string> missing = [];
        foreach (Type required in program.RequiredExtensions)
        {
            bool provided = program.ExtensionProviders.Keys.Any(required.IsAssignableFrom)
                || manager?.Singletons.Any(required.IsInstanceOfType) == true
                || manager?.Factories.Any(factory => required.IsAssignableFrom(factory.Type)) == true;
            if (!provided)
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

    private void Fill(Program program, WorkflowInstanceExtensionManager? manager, WorkflowInstanceProxy proxy)
    {
        List<object> first = [.. manager?.Singletons ?? []];
        AddWithAdditional(first);
        List<object> second = [];
        foreach (ExtensionFactory factory in manager?.Factories ?? [])
        {
            Make(factory.Type, factory.Create, second);
        }

        foreach ((Type type, Func<object?> create) in program.ExtensionProviders)
        {
            bool provided = _searchOrder.Exists(type.IsInstanceOfType) || _made.Exists(made => type.IsAssignableFrom(made.Type))
                || program.ExtensionProviders.Keys.Any(other => other != type && type.IsAssignableFrom(other));
            if (!provided)
            {
                Make(type, create, second);
            }
        }

        AddWithAdditional(second);
        foreach (object extension in _searchOrder)
        {
            (extension as IWorkflowInstanceExtension)?.SetInstance(proxy);
        }
    }

    private void Make(Type type, Func<object?> create, List<object> into)
    {
        object extension = create()
            ?? throw new InvalidOperationException($"The function that makes the extension '{type}' returned null; return an object.");
        _made.Add((type, extension));
        _owned.Add(extension);
        into.Add(extension);
    }

    /// <summary>Adds extensions, and behind them what they bring along.</summary>
    private void AddWithAdditional(List<object> extensions)
    {
        _searchOrder.AddRange(extensions);
        foreach (object extension in extensions)
        {
            if (extension is IWorkflowInstanceExtension instanceExtension && instanceExtension.GetAdditionalExtensions() is { } additional)
            {
                AddWithAdditional([.. additional]);
            }
        }
    }
}
