using System.Collections;
using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Finds problems that make every save of a new instance fail: values from its constructor that cannot be saved, and arguments of events for which it waits.
/// Only the save itself can check values that are created later.
/// </summary>
internal sealed class SaveCheck
{
    private const string ForClass = "mark its type as [Serializable], or the field as [NonSerialized]";
    private readonly SavedTypes _types;
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
    private readonly Queue<(object Value, string Member)> _waiting = new();
    private readonly List<string> _problems = [];
    private string _owner = string.Empty;

    private SaveCheck(SavedTypes types) => _types = types;

    /// <summary>Returns the problems as sentences; empty if the instance is never saved while it runs.</summary>
    /// <param name="root">The root of a new tree.</param>
    /// <param name="types">The types that saved state can name.</param>
    public static IReadOnlyList<string> Problems(Activity root, SavedTypes types)
    {
        if (!ActivityNames.Tree(root).Any(IsSaved))
        {
            return [];
        }

        SaveCheck check = new(types);
        check._seen.UnionWith(ActivityNames.Tree(root));
        foreach (Activity activity in ActivityNames.Tree(root))
        {
            check.Check(activity);
        }

        return check._problems;
    }

    /// <summary>True if an instance can be saved while an activity runs: the activity waits for queue items, or it is a persistence point.</summary>
    private static bool IsSaved(Activity activity)
    {
        for (Activity? current = activity; current is not null; current = current.Parent)
        {
            if (!current.Enabled)
            {
                return false;
            }
        }

        return activity is IActivityEventListener<QueueEventArgs> or TransactedSequence
            || activity.GetType().IsDefined(typeof(PersistOnCloseAttribute), inherit: true);
    }

    private void Check(Activity activity)
    {
        _owner = activity.QualifiedName;
        CheckFields(CloneType.FieldsOf(activity), activity, null);
        foreach (ParameterInfo parameter in activity.ContractMethod?.GetParameters() ?? [])
        {
            Type type = parameter.ParameterType;
            if (typeof(EventArgs).IsAssignableFrom(type) && !type.IsAbstract && !_types.CanMake(type))
            {
                _problems.Add(
                    $"The activity '{_owner}' cannot be saved: '{activity.Contract}' has arguments of the type '{type}'; mark the type as [Serializable].");
            }
        }

        while (_waiting.TryDequeue(out (object Value, string Member) next))
        {
            CheckParts(next.Value, next.Member);
        }
    }

    private void CheckParts(object value, string member)
    {
        CheckFields(CloneType.Of(value.GetType()).Fields, value, member);
        if (value is IDictionary entries)
        {
            foreach (DictionaryEntry entry in entries)
            {
                Check(entry.Key, member);
                Check(entry.Value, member);
            }
        }
        else if (CloneType.Of(value.GetType()).Kind is CloneKind.Array or CloneKind.List)
        {
            foreach (object? item in (IEnumerable)value)
            {
                Check(item, member);
            }
        }
    }

    private void CheckFields(FieldInfo[] fields, object owner, string? member)
    {
        foreach (FieldInfo field in fields)
        {
            Check(field.GetValue(owner), member ?? $"{field.DeclaringType!.Name}.{SavedLayout.NameOf(field)}");
        }
    }

    private void Check(object? value, string member)
    {
        if (value is null or DependencyProperty or DependencyObject or Exception or Type or Delegate
            || (!value.GetType().IsEnum && SimpleValueFormat.IsSimple(value.GetType())))
        {
            // These values are parts of the definition, or are checked when they are written.
            return;
        }

        Type type = value.GetType();
        if (!type.IsEnum && !_types.CanMake(type))
        {
            Add(member, $"a '{type}'; {ForClass}");
        }
        else if (FirstUnnamed(type) is { } unnamed)
        {
            Add(member, $"a '{unnamed}', which is not among the types that saved state may name; add its assembly to a TypeProvider of the runtime");
        }
        else if (!type.IsEnum && (type.IsValueType || _seen.Add(value)) && !(type.IsArray && type.GetElementType() is { IsPrimitive: true }))
        {
            _waiting.Enqueue((value, member));
        }
    }

    private Type? FirstUnnamed(Type type) =>
        type.IsArray ? FirstUnnamed(type.GetElementType()!)
        : type.IsConstructedGenericType
            ? type.GetGenericArguments().Prepend(type.GetGenericTypeDefinition()).Select(FirstUnnamed).FirstOrDefault(static part => part is not null)
        : _types.NameOf(type) is null ? type : null;

    private void Add(string member, string what) => _problems.Add($"The activity '{_owner}' cannot be saved: '{member}' holds {what}.");
}
