using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The types of values that the bookmarks of one definition expect, by bookmark name, as far as its activities declare them. With these types, a message can be
/// refused before it is stored.
/// </summary>
/// <remarks>Immutable.</remarks>
internal sealed class DeclaredBookmarks
{
    /// <summary>The key is the complete name of the bookmark; for a wait with a computed correlation, it is the name followed by a slash.</summary>
    private readonly Dictionary<string, List<Type>> _types = new(StringComparer.Ordinal);

    /// <summary>Collects the declarations of the activities of a valid definition.</summary>
    public DeclaredBookmarks(Activity root)
    {
        HashSet<Activity> known = new(ReferenceEqualityComparer.Instance) { root };
        Stack<Activity> open = new([root]);
        while (open.TryPop(out Activity? activity))
        {
            // Only literal names are declared. A computed name is not known before the activity runs.
            if (activity is IBookmarkWait { BookmarkName.Expression: Literal<string> { Value: { } name } } wait)
            {
                Add(wait.Correlation, name, wait.ValueType);
            }

            foreach (Activity part in WorkflowInspectionServices.GetActivities(activity).Where(known.Add))
            {
                open.Push(part);
            }
        }
    }

    /// <summary>The complete names, and the name prefixes that end with a slash, for <see cref="PartsOf"/>.</summary>
    public IEnumerable<string> Names => _types.Keys;

    /// <summary>
    /// Returns the entries of <see cref="Names"/> under which a bookmark can be declared: its complete name, and each prefix of it that ends with a slash.
    /// </summary>
    public static IEnumerable<string> PartsOf(string bookmark)
    {
        yield return bookmark;
        for (int slash = bookmark.IndexOf('/', StringComparison.Ordinal); slash >= 0; slash = bookmark.IndexOf('/', slash + 1))
        {
            // A trailing slash has no correlation after it, so this prefix is the complete name.
            if (slash < bookmark.Length - 1)
            {
                yield return bookmark[..(slash + 1)];
            }
        }
    }

    /// <summary>
    /// Returns the types that the bookmark expects instead of the type of the value; null if the value fits one of the types, or no type is declared.
    /// </summary>
    public IReadOnlyList<Type>? FindMismatch(string bookmark, object? value)
    {
        Type[] types = [.. PartsOf(bookmark).SelectMany(part => _types.GetValueOrDefault(part) ?? []).Distinct()];
        return types.Length > 0 && !Array.Exists(types, type => Fits(type, value)) ? types : null;
    }

    /// <summary>Uses the same rule as the delivery: null fits a type that allows null.</summary>
    private static bool Fits(Type type, object? value) =>
        value is null ? !type.IsValueType || Nullable.GetUnderlyingType(type) is not null : type.IsInstanceOfType(value);

    private void Add(InArgument<string>? correlation, string name, Type type)
    {
        switch (correlation?.Expression)
        {
            case null or Literal<string> { Value: null or "" }:
                Add(name, type);
                break;
            case Literal<string> { Value: { } text }:
                Add($"{name}/{text}", type);
                break;
            default:
                // A computed correlation can also be empty.
                Add(name, type);
                Add($"{name}/", type);
                break;
        }
    }

    private void Add(string name, Type type)
    {
        if (!_types.TryGetValue(name, out List<Type>? types))
        {
            _types.Add(name, types = []);
        }

        if (!types.Contains(type))
        {
            types.Add(type);

            // Sorted, because the order of traversal means nothing to the reader of an error message.
            types.Sort(static (left, right) => string.CompareOrdinal(left.FullName, right.FullName));
        }
    }
}
