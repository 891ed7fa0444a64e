using System.Runtime.CompilerServices;

namespace Workflow.Extensions.Hosting;

/// <summary>The types of values that the bookmarks of one definition expect, by name, as far as its activities declare them, so that a sender can be refused before anything is stored.</summary>
/// <remarks>Thread-safe when it is complete.</remarks>
internal sealed class DeclaredBookmarks
{
    /// <summary>What gets the declarations of the definition that this thread walks; null while it walks none.</summary>
    [ThreadStatic]
    private static DeclaredBookmarks? _collecting;

    /// <summary>What was collected before, because a definition that has run cannot be walked again.</summary>
    private static readonly ConditionalWeakTable<Activity, DeclaredBookmarks> Known = [];

    private readonly Dictionary<string, List<Type>> _types = new(StringComparer.Ordinal);

    public IEnumerable<string> Names => _types.Keys;

    /// <summary>An activity declares the type of its bookmark, while its definition is walked.</summary>
    /// <param name="name">The name of the bookmark; null if it is computed when the activity runs.</param>
    /// <param name="type">The type of its values.</param>
    public static void Declare(string? name, Type type)
    {
        if (name is not null && _collecting is { } collecting)
        {
            collecting.Add(name, type);
        }
    }

    /// <summary>Collects what the activities of a definition declare.</summary>
    /// <param name="root">The definition.</param>
    /// <param name="walk">Walks it, on this thread. A walk for this alone would take the time of the start-up once more.</param>
    public static void Collect(Activity root, Action walk)
    {
        DeclaredBookmarks? outer = _collecting;
        DeclaredBookmarks collected = new();
        _collecting = collected;
        try
        {
            walk();
            Known.AddOrUpdate(root, collected);
        }
        finally
        {
            _collecting = outer;
        }
    }

    /// <summary>What was collected of a definition; nothing if it was never walked here, because it ran in other ways before.</summary>
    public static DeclaredBookmarks Of(Activity root) => Known.TryGetValue(root, out DeclaredBookmarks? known) ? known : new DeclaredBookmarks();

    /// <summary>The types that the bookmark expects instead of the value; null if the value fits one of them, or nothing is declared.</summary>
    public IReadOnlyList<Type>? FindMismatch(string name, object? value) => _types.TryGetValue(name, out List<Type>? types) && !types.Exists(type => Fits(type, value)) ? types : null;

    /// <summary>As on delivery: null fits a type that has null.</summary>
    private static bool Fits(Type type, object? value) => value is null ? !type.IsValueType || Nullable.GetUnderlyingType(type) is not null : type.IsInstanceOfType(value);

    private void Add(string name, Type type)
    {
        if (!_types.TryGetValue(name, out List<Type>? types))
        {
            _types.Add(name, types = []);
        }

        if (!types.Contains(type))
        {
            types.Add(type);

            // The order of a walk says nothing to a reader of a message.
            types.Sort(static (left, right) => string.CompareOrdinal(left.FullName, right.FullName));
        }
    }
}
