using System.Collections;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The way in which values of a type are cloned.</summary>
internal enum CloneKind
{
    /// <summary>The values cannot be cloned.</summary>
    Refused,

    /// <summary>The values do not change. The clone refers to the same object.</summary>
    Shared,

    /// <summary>A value type, cloned by its fields.</summary>
    Struct,

    /// <summary>An application class that is marked as serializable, cloned by its fields.</summary>
    Fields,

    /// <summary>A one-dimensional array.</summary>
    Array,

    /// <summary>A list, cloned by its items and the fields of its application classes.</summary>
    List,

    /// <summary>A dictionary, cloned by its keys and values and the fields of its application classes.</summary>
    Dictionary,

    /// <summary>A dependency object that is not an activity, cloned by its property bags and its fields.</summary>
    Part,
}

/// <summary>
/// Determines which types of values can be cloned: simple values, value types, arrays and collections of the framework, and application classes that are marked
/// as serializable. Other framework classes are not cloned, because their fields are private implementation details. Thread-safe.
/// </summary>
internal sealed class CloneType
{
    private static readonly WeakCache<Type, CloneType> Known = new(static key => new CloneType(key));

    private static readonly HashSet<Type> Lists =
    [
        typeof(List<>), typeof(Collection<>), typeof(ObservableCollection<>), typeof(KeyedCollection<,>), typeof(ArrayList), typeof(Queue<>), typeof(Queue),
        typeof(HashSet<>)
    ];

    private static readonly HashSet<Type> Dictionaries = [typeof(Dictionary<,>), typeof(SortedDictionary<,>), typeof(SortedList<,>), typeof(Hashtable)];

    private static readonly HashSet<Type> Compared = [typeof(Dictionary<,>), typeof(HashSet<>), typeof(SortedDictionary<,>), typeof(SortedList<,>)];
    private readonly PropertyInfo? _comparer;

    private CloneType(Type type)
    {
        Type = type;
        Fields = [];
        if (IsShared(type))
        {
            Kind = CloneKind.Shared;
        }
        else if (type.IsArray)
        {
            Kind = type.IsSZArray ? CloneKind.Array : CloneKind.Refused;
        }
        else if (type.IsValueType)
        {
            Fields = [.. DeclaredFields(type)];
            Kind = Array.TrueForAll(Fields, static field => !field.FieldType.IsPointer && !field.FieldType.IsByRefLike) ? CloneKind.Struct : CloneKind.Refused;
        }
        else
        {
            (Kind, Fields) = OfClass(type);
            AddItem = Kind == CloneKind.List ? FindAdd(type) : null;
        }

        _comparer = type.IsGenericType && Compared.Contains(type.GetGenericTypeDefinition()) ? type.GetProperty("Comparer") : null;
    }

    public Type Type { get; }

    public CloneKind Kind { get; }

    public FieldInfo[] Fields { get; }

    /// <summary>The method that adds an item to a list; null for other kinds.</summary>
    public MethodInfo? AddItem { get; }

    public static CloneType Of(Type type) => Known.Of(type);

    /// <summary>
    /// Returns the fields that the derived classes of an activity, or of a part of one, declare. The state of the base classes is cloned separately.
    /// </summary>
    public static FieldInfo[] FieldsOf(DependencyObject value) => Of(value.GetType()).Fields;

    /// <summary>Creates an object without content. A collection gets the specified key comparer.</summary>
    public object New(object? comparer)
    {
        if (Kind is CloneKind.Fields or CloneKind.Part or CloneKind.Struct)
        {
            return System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(Type);
        }

        object?[] arguments = comparer is null ? [] : [comparer];
        return Activator.CreateInstance(
            Type, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DoNotWrapExceptions, null, arguments, null)!;
    }

    /// <summary>Returns the key comparer of a framework collection; null for other collections, which create their own comparer.</summary>
    public object? ComparerOf(object collection) => _comparer?.GetValue(collection);

    private static bool IsShared(Type type) =>
        typeof(Type).IsAssignableFrom(type) || typeof(Exception).IsAssignableFrom(type) || typeof(ActivityBind).IsAssignableFrom(type)
        || type == typeof(Uri) || type == typeof(Version) || type == typeof(CultureInfo) || type == typeof(DBNull) || type == typeof(object)
        || type == typeof(DependencyProperty);

    private static (CloneKind Kind, FieldInfo[] Fields) OfClass(Type type)
    {
        List<FieldInfo> fields = [];
        bool isPart = typeof(DependencyObject).IsAssignableFrom(type);
        for (Type? current = type; current is not null; current = current.BaseType)
        {
            if (current == typeof(Activity) || current == typeof(CompositeActivity) || current == typeof(DependencyObject))
            {
                return (CloneKind.Part, [.. fields]);
            }

            Type definition = current.IsGenericType ? current.GetGenericTypeDefinition() : current;
            if (Lists.Contains(definition) || Dictionaries.Contains(definition))
            {
                CloneKind kind = Lists.Contains(definition) ? CloneKind.List : CloneKind.Dictionary;
                return type.GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, Type.EmptyTypes) is null
                    ? (CloneKind.Refused, [])
                    : (kind, [.. fields]);
            }

            if (current == typeof(object) || current == typeof(EventArgs) || current == typeof(MarshalByRefObject))
            {
                return current == type && current != typeof(EventArgs) ? (CloneKind.Refused, []) : (CloneKind.Fields, [.. fields]);
            }

            if (!isPart && !MayClone(current, definition))
            {
                break;
            }

            fields.AddRange(DeclaredFields(current));
        }

        return (CloneKind.Refused, []);
    }

    private static bool MayClone(Type type, Type definition) =>
        definition.FullName!.StartsWith("System.Tuple`", StringComparison.Ordinal) || definition == typeof(ReadOnlyCollection<>)
        || (type.IsDefined(typeof(SerializableAttribute), inherit: false) && !type.Assembly.GetName().Name!.StartsWith("System.", StringComparison.Ordinal));

    public static IEnumerable<FieldInfo> DeclaredFields(Type type) =>
        type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
            .Where(static field => !field.IsDefined(typeof(NonSerializedAttribute), inherit: false));

    private static MethodInfo FindAdd(Type type)
    {
        if (typeof(IList).IsAssignableFrom(type))
        {
            return typeof(IList).GetMethod(nameof(IList.Add))!;
        }

        if (typeof(Queue).IsAssignableFrom(type))
        {
            return typeof(Queue).GetMethod(nameof(Queue.Enqueue))!;
        }

        Type current = type;
        while (!current.IsGenericType || !Lists.Contains(current.GetGenericTypeDefinition()))
        {
            current = current.BaseType!;
        }

        return current.GetMethod(current.GetGenericTypeDefinition() == typeof(HashSet<>) ? "Add" : "Enqueue")!;
    }
}
