using System.Collections.Concurrent;
using System.Reflection;
using Workflow.Runtime.Executors;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The largest value of each 32-bit field among the engine's objects that are reachable from an object.</summary>
internal sealed class Int32Fields
{
    private static readonly ConcurrentDictionary<Type, FieldInfo[]> Fields = new();

    private readonly Dictionary<string, int> _largest = [];
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
    private readonly Stack<object> _open = new();

    private Int32Fields(object root)
    {
        _open.Push(root);
        while (_open.TryPop(out object? next))
        {
            if (next is Array array)
            {
                foreach (object? item in array)
                {
                    Add(item);
                }
            }
            else
            {
                Look(next);
            }
        }
    }

    public static Int32Fields Of(object root) => new(root);

    /// <summary>Returns the fields that have grown by at least the given amount.</summary>
    public IEnumerable<string> GrownSince(Int32Fields before, int atLeast) =>
        _largest.Where(field => field.Value - (long)before._largest.GetValueOrDefault(field.Key) >= atLeast)
            .Select(field => field.Key)
            .Order(StringComparer.Ordinal);

    private void Look(object next)
    {
        foreach (FieldInfo field in Fields.GetOrAdd(next.GetType(), FieldsOf))
        {
            object? value = field.GetValue(next);
            if (value is int number)
            {
                string name = $"{field.DeclaringType!.Name}.{field.Name}";
                _largest[name] = Math.Max(_largest.GetValueOrDefault(name), number);
            }
            else
            {
                Add(value);
            }
        }
    }

    /// <summary>Structs have no identity, so each one is visited where it is found.</summary>
    private void Add(object? value)
    {
        if (value is not null && (value is Array || IsEngines(value.GetType())) && (value.GetType().IsValueType || _seen.Add(value)))
        {
            _open.Push(value);
        }
    }

    private static bool IsEngines(Type type) => type.Assembly == typeof(WorkflowExecutor).Assembly && !type.IsEnum;

    private static FieldInfo[] FieldsOf(Type type)
    {
        List<FieldInfo> all = [];
        for (Type? level = type; level is not null && IsEngines(level); level = level.BaseType)
        {
            all.AddRange(level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
                .Where(
                    field => !field.FieldType.IsPointer && !field.FieldType.IsByRefLike && (field.FieldType == typeof(int) || !field.FieldType.IsPrimitive)));
        }

        return [.. all];
    }
}
