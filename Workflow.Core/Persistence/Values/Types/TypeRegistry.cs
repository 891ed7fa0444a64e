using System.Diagnostics.CodeAnalysis;

namespace Workflow.Persistence;

/// <summary>
/// Names for the types of values whose type differs from the declared one of the variable or argument that holds them: an order in a variable of type
/// <see cref="object"/>, an exception, a class derived from the declared one. What is saved has the name, never the type's own (rule 7.5.3).
/// </summary>
/// <remarks>
/// <para>Add one to the extensions of a host. Known without it: simple types and arrays and lists of them, the common exceptions of .NET, and the types that the definition itself
/// declares for its variables, arguments and catches.</para>
/// <para>Fill it before its first use; then it is read-only, and safe from any thread. An alias is part of what is saved: keep it as long as there are saved instances, also when
/// the type gets another name.</para>
/// </remarks>
public sealed class TypeRegistry
{
    private readonly Dictionary<string, Type> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<Type, string> _aliases = [];
    private volatile bool _isReadOnly;

    /// <summary>Creates a registry that knows the built-in aliases only.</summary>
    public TypeRegistry()
    {
    }

    /// <summary>Whether it has been used, and takes no more types.</summary>
    public bool IsReadOnly => _isReadOnly;

    /// <summary>Gives a type its alias.</summary>
    /// <typeparam name="T">The type, as an object has it: neither abstract nor an interface.</typeparam>
    /// <param name="alias">The alias, case-sensitive, of your choice; not empty, and not beginning with '@'.</param>
    /// <returns>This registry, for the next type.</returns>
    /// <exception cref="ArgumentException">The alias or the type is in use already, or not allowed.</exception>
    /// <exception cref="InvalidOperationException">The registry has been used.</exception>
    public TypeRegistry Add<T>(string alias) => Add(typeof(T), alias);

    /// <summary>Gives a type its alias.</summary>
    /// <param name="type">The type, as an object has it: neither abstract nor an interface.</param>
    /// <param name="alias">The alias, case-sensitive, of your choice; not empty, and not beginning with '@'.</param>
    /// <returns>This registry, for the next type.</returns>
    /// <exception cref="ArgumentNullException">The type is null.</exception>
    /// <exception cref="ArgumentException">The alias or the type is in use already, or not allowed.</exception>
    /// <exception cref="InvalidOperationException">The registry has been used.</exception>
    public TypeRegistry Add(Type type, string alias)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentException.ThrowIfNullOrEmpty(alias);
        if (_isReadOnly)
        {
            throw new InvalidOperationException($"The alias '{alias}' was added too late: the type registry is in use; add all types before the first workflow is saved or loaded.");
        }

        if (alias[0] == '@' || type.IsAbstract || type.ContainsGenericParameters)
        {
            throw new ArgumentException(
                $"The type '{type}' cannot have the alias '{alias}'; an alias does not begin with '@', and its type must be one that objects can have.", nameof(alias));
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

    /// <summary>The alias of a type; that of a base type does not count.</summary>
    /// <param name="type">The type.</param>
    /// <param name="alias">Its alias; null when there is none.</param>
    /// <returns>Whether there is one.</returns>
    public bool TryGetAlias(Type type, [NotNullWhen(true)] out string? alias)
    {
        ArgumentNullException.ThrowIfNull(type);
        return _aliases.TryGetValue(type, out alias) || BuiltInTypes.Aliases.TryGetValue(type, out alias);
    }

    /// <summary>The type that an alias stands for.</summary>
    /// <param name="alias">The alias.</param>
    /// <param name="type">The type; null when the alias is not known.</param>
    /// <returns>Whether it is known.</returns>
    public bool TryGetType(string alias, [NotNullWhen(true)] out Type? type)
    {
        ArgumentNullException.ThrowIfNull(alias);
        return _types.TryGetValue(alias, out type) || BuiltInTypes.Types.TryGetValue(alias, out type);
    }

    /// <summary>The registered types that derive from a type or implement it, but are not itself.</summary>
    internal IEnumerable<KeyValuePair<string, Type>> DerivedFrom(Type type) =>
        _types.Where(known => known.Value != type && type.IsAssignableFrom(known.Value)).OrderBy(known => known.Key, StringComparer.Ordinal);

    /// <summary>From now on others count on what it says.</summary>
    internal void Freeze() => _isReadOnly = true;
}
