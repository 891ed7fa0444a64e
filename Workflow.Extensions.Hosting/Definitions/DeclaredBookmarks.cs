using Workflow.Expressions;

namespace Workflow.Extensions.Hosting;

/// <summary>The types of values that the bookmarks of one definition expect, by name, as far as its activities declare them, so that a sender can be refused before anything is stored.</summary>
/// <remarks>Immutable.</remarks>
internal sealed class DeclaredBookmarks
{
    /// <summary>By the whole name of the bookmark, or, for a wait with a correlation, by all of it that comes before the correlation: the name and the slash.</summary>
    private readonly Dictionary<string, List<Type>> _types = new(StringComparer.Ordinal);

    /// <summary>Collects what the activities of a valid definition declare.</summary>
    public DeclaredBookmarks(Activity root)
    {
        HashSet<Activity> known = new(ReferenceEqualityComparer.Instance) { root };
        Stack<Activity> open = new([root]);
        while (open.TryPop(out Activity? activity))
        {
            // A name that is computed is known when the activity runs.
            if (activity is IBookmarkWait { BookmarkName.Expression: Literal<string> { Value: { } name } } wait)
            {
                Add(wait.Correlation, name, ((ActivityWithResult)activity).ResultType);
            }

            foreach (Activity part in WorkflowInspectionServices.GetActivities(activity).Where(known.Add))
            {
                open.Push(part);
            }
        }
    }

    /// <summary>The names, and the beginnings of names up to a slash, for <see cref="PartsOf"/>.</summary>
    public IEnumerable<string> Names => _types.Keys;

    /// <summary>Under which of <see cref="Names"/> a bookmark can be declared: its whole name, and each beginning of it up to a slash.</summary>
    public static IEnumerable<string> PartsOf(string bookmark)
    {
        yield return bookmark;
        for (int slash = bookmark.IndexOf('/', StringComparison.Ordinal); slash >= 0; slash = bookmark.IndexOf('/', slash + 1))
        {
            // A slash at the end has no correlation behind it, so that this is the whole name.
            if (slash < bookmark.Length - 1)
            {
                yield return bookmark[..(slash + 1)];
            }
        }
    }

    /// <summary>The types that the bookmark expects instead of the value; null if the value fits one of them, or nothing is declared.</summary>
    public IReadOnlyList<Type>? FindMismatch(string bookmark, object? value)
    {
        Type[] types = [.. PartsOf(bookmark).SelectMany(part => _types.GetValueOrDefault(part) ?? []).Distinct()];
        return types.Length > 0 && !Array.Exists(types, type => Fits(type, value)) ? types : null;
    }

    /// <summary>As on delivery: null fits a type that has null.</summary>
    private static bool Fits(Type type, object? value) => value is null ? !type.IsValueType || Nullable.GetUnderlyingType(type) is not null : type.IsInstanceOfType(value);

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
                // A computed one can be empty, too.
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

            // The order of a walk says nothing to a reader of a message.
            types.Sort(static (left, right) => string.CompareOrdinal(left.FullName, right.FullName));
        }
    }
}
