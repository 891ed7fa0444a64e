using System.Diagnostics.CodeAnalysis;

namespace Workflow.Persistence;

/// <summary>
/// Aliases for the types of values whose type differs from the declared type of their variable or argument: an order in a variable of type
/// <see cref="object"/>, an exception, or an object of a class derived from the declared class. Saved state contains the alias, never the name of the type
/// (rule 7.5.3).
/// </summary>
/// <remarks>
/// <para>Add a registry to the extensions of a host. These types need no registration: simple types and arrays and lists of them, the common exceptions of
/// .NET, and the types that the definition declares for its variables, arguments and catches.</para>
/// <para>Fill the registry before its first use. From then on it is read-only and thread-safe. An alias is part of saved state: keep it as long as there
/// are saved instances, even if the type is renamed.</para>
/// </remarks>
public sealed class TypeRegistry
{
    private readonly Dictionary<string, Type> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<Type, string> _aliases = [];
    private volatile bool _isReadOnly;

    /// <summary>Creates a registry with the built-in aliases only.</summary>
    public TypeRegistry()
    {
    }

    /// <summary>True if the registry has been used and is read-only.</summary>
    public bool IsReadOnly => _isReadOnly;

    /// <summary>Adds an alias for a type.</summary>
    /// <typeparam name="T">The type of the objects: neither abstract nor an interface.</typeparam>
    /// <param name="alias">The alias, case-sensitive. It must not be empty and must not begin with '@'.</param>
    /// <returns>This registry, for the next type.</returns>
    /// <exception cref="ArgumentException">The alias or the type is already in use, or is not allowed.</exception>
    /// <exception cref="InvalidOperationException">The registry has been used.</exception>
    public TypeRegistry Add<T>(string alias) => Add(typeof(T), alias);

    /// <summary>Adds an alias for a type.</summary>
    /// <param name="type">The type of the objects: neither abstract nor an interface.</param>
    /// <param name="alias">The alias, case-sensitive. It must not be empty and must not begin with '@'.</param>
    /// <returns>This registry, for the next type.</returns>
    /// <exception cref="ArgumentNullException">The type is null.</exception>
    /// <exception cref="ArgumentException">The alias or the type is already in use, or is not allowed.</exception>
    /// <exception cref="InvalidOperationException">The registry has been used.</exception>
    public TypeRegistry Add(Type type, string alias)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentException.ThrowIfNullOrEmpty(alias);
        if (_isReadOnly)
        {
            throw new InvalidOperationException(
                $"The alias '{alias}' was added too late: the type registry is in use; add all types before the first workflow is saved or loaded.");
        }

        if (alias[0] == '@' || type.IsAbstract || type.ContainsGenericParameters)
        {
            throw new ArgumentException(
                $"The type '{type}' cannot have the alias '{alias}'; an alias does not begin with '@', and its type must be one that objects can have.",
                nameof(alias));
        }

        if (TryGetType(alias, out Type? known))
        {
            throw new ArgumentException($"The alias '{alias}' already belongs to the type '{known}'; choose another alias.", nameof(alias));
        }

        if (TryGetAlias(type, out string? other))
        {
            throw new ArgumentException($"The type '{type}' has the alias '{other}' already; give each type one.", nameof(type));
        }

        _types.Add(alias, type);
        _aliases.Add(type, alias);
        return this;
    }

    /// <summary>Gets the alias of a type. The alias of a base type is not used.</summary>
    /// <param name="type">The type.</param>
    /// <param name="alias">The alias; null if there is none.</param>
    /// <returns>True if the type has an alias.</returns>
    public bool TryGetAlias(Type type, [NotNullWhen(true)] out string? alias)
    {
        ArgumentNullException.ThrowIfNull(type);
        return _aliases.TryGetValue(type, out alias) || BuiltInTypes.Aliases.TryGetValue(type, out alias);
    }

    /// <summary>Gets the type that has an alias.</summary>
    /// <param name="alias">The alias.</param>
    /// <param name="type">The type; null for an unknown alias.</param>
    /// <returns>True if the alias is known.</returns>
    public bool TryGetType(string alias, [NotNullWhen(true)] out Type? type)
    {
        ArgumentNullException.ThrowIfNull(alias);
        return _types.TryGetValue(alias, out type) || BuiltInTypes.Types.TryGetValue(alias, out type);
    }

    /// <summary>True if the registry contains more than the built-in aliases.</summary>
    internal bool HasOwnTypes => _types.Count > 0;

    /// <summary>Makes the registry read-only, because callers cache its content from now on.</summary>
    internal void Freeze() => _isReadOnly = true;
}
