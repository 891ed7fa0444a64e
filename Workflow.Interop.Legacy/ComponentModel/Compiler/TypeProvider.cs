using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>
/// Finds types by the names that rules contain. An application can implement the interface; <see cref="TypeProvider"/> is the implementation of this package.
/// </summary>
public interface ITypeProvider
{
    /// <summary>
    /// Returns the type with the specified name, or null. The provider is called before all other lookups. Rules can use each type that it returns.
    /// </summary>
    /// <param name="name">The full name without an assembly. A nested type has '+' before its own name; a generic type has '`1' or another number of parameters
    /// after its name.</param>
    Type? GetType(string name);
}

/// <summary>A set of types that rules can name. Only one thread at a time may add types, and not during lookups. Lookups are thread-safe.</summary>
public class TypeProvider : ITypeProvider
{
    private readonly Dictionary<string, Type> _types = new(StringComparer.Ordinal);
    private readonly List<Assembly> _assemblies = [];

    /// <summary>Creates an empty provider.</summary>
    /// <param name="serviceProvider">Ignored. Can be null.</param>
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
    /// <param name="type">The type; for a generic type, its definition.</param>
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
