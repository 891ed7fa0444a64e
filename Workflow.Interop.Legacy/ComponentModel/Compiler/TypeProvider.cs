using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Finds types that rules name. An application can implement it; <see cref="TypeProvider"/> is the one that ships.</summary>
public interface ITypeProvider
{
    /// <summary>The type with a name, or null. It is asked before all other places; what it returns, rules can use.</summary>
    /// <param name="name">The full name without an assembly; '+' before the name of a nested type, '`1' after that of a generic one.</param>
    Type? GetType(string name);
}

/// <summary>Types that rules can name. One thread at a time adds; all threads find.</summary>
public class TypeProvider : ITypeProvider
{
    private readonly Dictionary<string, Type> _types = new(StringComparer.Ordinal);
    private readonly List<Assembly> _assemblies = [];

    /// <summary>Makes an empty one.</summary>
    /// <param name="serviceProvider">Has no effect; null is allowed.</param>
    public TypeProvider(IServiceProvider? serviceProvider)
    {
    }

    /// <summary>Adds all public types of an assembly.</summary>
    /// <param name="assembly">The assembly.</param>
    public void AddAssembly(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        _assemblies.Add(assembly);
    }

    /// <summary>Adds a type.</summary>
    /// <param name="type">The type; of a generic one, its definition.</param>
    public void AddType(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        _types[type.FullName ?? type.Name] = type;
    }

    /// <inheritdoc/>
    public Type? GetType(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return _types.GetValueOrDefault(name)
            ?? _assemblies.Select(assembly => assembly.GetType(name, throwOnError: false)).FirstOrDefault(static type => type is { IsVisible: true });
    }
}
