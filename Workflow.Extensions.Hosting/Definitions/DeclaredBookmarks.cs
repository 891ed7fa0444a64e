using Workflow.Expressions;

namespace Workflow.Extensions.Hosting;

/// <summary>The types of values that the bookmarks of one definition expect, by name, as far as its activities declare them, so that a sender can be refused before anything is stored.</summary>
/// <remarks>Immutable.</remarks>
internal sealed class DeclaredBookmarks
{
    private readonly Dictionary<string, List<Type>> _types = new(StringComparer.Ordinal);

    /// <summary>Collects what the activities of a valid definition declare.</summary>
    public DeclaredBookmarks(Activity root)
    {
        HashSet<Activity> known = new(ReferenceEqualityComparer.Instance) { root };
        Stack<Activity> open = new([root]);
        while (open.TryPop(out Activity? activity))
        {
            Activity[] parts = [.. WorkflowInspectionServices.GetActivities(activity)];

            // Its name is its only input, so that a name which is known now is the only literal. One that is computed is known when the activity runs.
            if (IsWait(activity.GetType()) && parts.OfType<Literal<string>>().SingleOrDefault() is { Value: { } name })
            {
                Add(name, ((ActivityWithResult)activity).ResultType);
            }

            foreach (Activity part in parts.Where(known.Add))
            {
                open.Push(part);
            }
        }
    }

    public IEnumerable<string> Names => _types.Keys;

    /// <summary>The types that the bookmark expects instead of the value; null if the value fits one of them, or nothing is declared.</summary>
    public IReadOnlyList<Type>? FindMismatch(string name, object? value) => _types.TryGetValue(name, out List<Type>? types) && !types.Exists(type => Fits(type, value)) ? types : null;

    private static bool IsWait(Type activity) => activity.IsGenericType && activity.GetGenericTypeDefinition() == typeof(WaitForBookmark<>);

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
