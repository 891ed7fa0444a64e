using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>
/// Provides named values of a host to definitions. As an extension, it supplies the values of a run; its <see cref="AsLocationReferenceEnvironment"/> makes
/// the names visible everywhere in a definition. A host with such an extension does this itself when it walks a definition at its first run.
/// </summary>
/// <remarks>
/// A workflow may write the values. Not thread-safe: instances that share a resolver share its values. A definition that was walked with one resolver may run
/// with another one that has the same names.
/// </remarks>
#pragma warning disable CA1710 // Hosts that were written for WF4 use this name.
public sealed class SymbolResolver : IDictionary<string, object?>
#pragma warning restore CA1710
{
    private readonly Dictionary<string, Symbol> _symbols = new(StringComparer.Ordinal);

    /// <summary>Creates a resolver without symbols.</summary>
    public SymbolResolver()
    {
    }

    /// <inheritdoc/>
    public int Count => _symbols.Count;

    /// <inheritdoc/>
    public bool IsReadOnly => false;

    /// <inheritdoc/>
    public ICollection<string> Keys => _symbols.Keys;

    /// <summary>The current values.</summary>
    public ICollection<object?> Values => [.. _symbols.Values.Select(symbol => symbol.Value)];

    /// <summary>
    /// The value of a symbol. The setter keeps a symbol whose type can hold the value; otherwise it adds or replaces the symbol, with the type of the value.
    /// </summary>
    /// <param name="key">The name.</param>
    /// <exception cref="KeyNotFoundException">On reading, there is no symbol of this name.</exception>
    public object? this[string key]
    {
        get => _symbols[key].Value;
        set
        {
            if (_symbols.TryGetValue(key, out Symbol? symbol) && symbol.CanHold(value))
            {
                symbol.Value = value;
            }
            else
            {
                _symbols[key] = new Symbol(key, TypeOf(value), value);
            }
        }
    }

    /// <summary>Adds a symbol with the type of its value; with the type <see cref="object"/> for null.</summary>
    /// <param name="key">The name.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentException">There is already a symbol of this name.</exception>
    public void Add(string key, object? value) => Add(key, value, TypeOf(value));

    /// <summary>Adds a symbol with the default value of its type.</summary>
    /// <param name="key">The name.</param>
    /// <param name="type">The type.</param>
    /// <exception cref="ArgumentException">There is already a symbol of this name.</exception>
    public void Add(
        string key,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.NonPublicConstructors)] Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        Add(key, type.IsValueType ? RuntimeHelpers.GetUninitializedObject(type) : null, type);
    }

    /// <summary>Adds a symbol.</summary>
    /// <param name="key">The name.</param>
    /// <param name="value">The value.</param>
    /// <param name="type">The type that the definition sees.</param>
    /// <exception cref="ArgumentException">There is already a symbol of this name, or the value is not of the type.</exception>
    public void Add(string key, object? value, Type type)
    {
        ArgumentException.ThrowIfNullOrEmpty(key);
        ArgumentNullException.ThrowIfNull(type);
        Symbol symbol = new(key, type, value);
        if (!symbol.CanHold(value))
        {
            throw new ArgumentException($"The symbol '{key}' is a '{type}' and cannot hold {Describe(value)}.", nameof(value));
        }

        _symbols.Add(key, symbol);
    }

    /// <summary>Adds a symbol with the type of its value.</summary>
    /// <param name="item">The name and the value.</param>
    /// <exception cref="ArgumentException">There is already a symbol of this name.</exception>
    public void Add(KeyValuePair<string, object?> item) => Add(item.Key, item.Value);

    /// <inheritdoc/>
    public void Clear() => _symbols.Clear();

    /// <inheritdoc/>
    public bool Contains(KeyValuePair<string, object?> item) => TryGetValue(item.Key, out object? value) && Equals(value, item.Value);

    /// <inheritdoc/>
    public bool ContainsKey(string key) => _symbols.ContainsKey(key);

    /// <inheritdoc/>
    public void CopyTo(KeyValuePair<string, object?>[] array, int arrayIndex)
    {
        ArgumentNullException.ThrowIfNull(array);
        foreach (KeyValuePair<string, object?> item in this)
        {
            array[arrayIndex++] = item;
        }
    }

    /// <inheritdoc/>
    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator()
    {
        foreach ((string name, Symbol symbol) in _symbols)
        {
            yield return new KeyValuePair<string, object?>(name, symbol.Value);
        }
    }

    /// <inheritdoc/>
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <inheritdoc/>
    public bool Remove(string key) => _symbols.Remove(key);

    /// <inheritdoc/>
    public bool Remove(KeyValuePair<string, object?> item) => Contains(item) && Remove(item.Key);

    /// <inheritdoc/>
    public bool TryGetValue(string key, [MaybeNullWhen(false)] out object? value)
    {
        bool found = _symbols.TryGetValue(key, out Symbol? symbol);
        value = symbol?.Value;
        return found;
    }

    /// <summary>Returns the names as an environment that definitions refer to. The environment is a view and reflects later changes.</summary>
    /// <returns>An environment for <see cref="WorkflowInspectionServices.CacheMetadata(Activity, LocationReferenceEnvironment)"/> or a validation.</returns>
    public LocationReferenceEnvironment AsLocationReferenceEnvironment() => new SymbolEnvironment(_symbols);

    /// <summary>Returns the location of a symbol, for a reference of this name and type; null if there is none.</summary>
    internal Location? Find(string name, Type type) => _symbols.GetValueOrDefault(name) is { } symbol && symbol.LocationType == type ? symbol : null;

    internal static string Describe(object? value) => value is null ? "null" : $"a '{value.GetType()}'";

    private static Type TypeOf(object? value) => value?.GetType() ?? typeof(object);
}
