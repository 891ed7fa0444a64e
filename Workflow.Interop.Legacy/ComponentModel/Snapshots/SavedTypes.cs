using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Names types in saved state, and defines the list of types that saved state can name: the types of the core library, of this package and of the application
/// assemblies that the workflow uses, and the types to which its definition refers. Names are looked up only in this list, and no assembly is loaded.
/// Thread-safe.
/// </summary>
/// <param name="assemblies">The assemblies. Saved state can name all their types.</param>
/// <param name="find">Finds a type of the application.</param>
/// <param name="named">Returns other types by their full names. Called only if no assembly of the list contains a type. Null if there are none.</param>
internal sealed class SavedTypes(IEnumerable<Assembly> assemblies, Func<string, Type?> find, Func<IReadOnlyDictionary<string, Type>>? named = null)
{
    private const char OwnMark = '~';
    private const char Separator = '|';
    private static readonly WeakCache<Assembly, Dictionary<string, Type>> Names = new(ReadNames);
    private static readonly WeakCache<Type, string> FullNames = new(static key => $"{NameOf(key.Assembly)}{Separator}{key.FullName}");
    private static readonly WeakCache<Assembly, string> AssemblyNames = new(static key => key.GetName().Name!);
    private static readonly Assembly Own = typeof(Activity).Assembly;
    private static readonly Assembly Core = typeof(object).Assembly;

    // Framework types outside of the core library. Values of other framework types can neither be saved nor be created.
    private static readonly Dictionary<string, Type> Listed = new[]
    {
        typeof(SortedDictionary<,>), typeof(SortedList<,>), typeof(ObservableCollection<>), typeof(Queue<>), typeof(Queue), typeof(HashSet<>), typeof(Uri),
        typeof(Version),
    }.ToDictionary(static type => type.FullName!, StringComparer.Ordinal);

    private static readonly HashSet<Type> Structs =
    [
        typeof(KeyValuePair<,>), typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>), typeof(ValueTuple<,,,,>),
        typeof(ValueTuple<,,,,,>), typeof(ValueTuple<,,,,,,>), typeof(ValueTuple<,,,,,,,>), typeof(DateOnly), typeof(TimeOnly), typeof(Half), typeof(Int128),
        typeof(UInt128), typeof(Index), typeof(Range), typeof(DictionaryEntry),
    ];

    private static long s_lastId;

    /// <summary>The id that stands for all lists.</summary>
    public const long AnyList = -1;

    private readonly Dictionary<string, Assembly> _assemblies =
        assemblies.Where(static assembly => assembly != Own && assembly != Core).Distinct().ToDictionary(NameOf, StringComparer.Ordinal);

    /// <summary>The id of this list. Results that were computed with this list are not valid for another list.</summary>
    public long Id { get; } = Interlocked.Increment(ref s_lastId);

    /// <summary>Returns the full name of an application type, even if saved state cannot name the type.</summary>
    public static string FullNameOf(Type type) => FullNames.Of(type);

    /// <summary>Returns the name of a type that is neither an array nor a constructed generic type; null if saved state cannot name it.</summary>
    public string? NameOf(Type type)
    {
        if (type.Assembly == Own)
        {
            return OwnMark + OwnName(type);
        }

        string name = type.FullName!;
        if (Core == type.Assembly || Listed.ContainsKey(name))
        {
            return name;
        }

        string full = FullNameOf(type);
        return Find(full) == type ? full : null;
    }

    /// <summary>
    /// Returns the id of the list for which the name of a type does not change; <see cref="AnyList"/> for all lists; 0 if the application finds the type,
    /// because it can find another type the next time.
    /// </summary>
    public long ListOf(Type type) =>
        type.Assembly == Own || Core == type.Assembly || Listed.ContainsKey(type.FullName!) ? AnyList
        : _assemblies.ContainsKey(NameOf(type.Assembly)) || named?.Invoke().ContainsKey(FullNameOf(type)) == true ? Id : 0;

    /// <summary>Returns the type with the specified name, or null if there is none.</summary>
    public Type? Find(string name)
    {
        if (name.StartsWith(OwnMark))
        {
            return NamesOf(Own).GetValueOrDefault(name[1..]);
        }

        int end = name.IndexOf(Separator, StringComparison.Ordinal);
        if (end < 0)
        {
            return Listed.GetValueOrDefault(name) ?? NamesOf(Core).GetValueOrDefault(name);
        }

        string assembly = name[..end];
        string inner = name[(end + 1)..];
        return _assemblies.TryGetValue(assembly, out Assembly? known)
            ? NamesOf(known).GetValueOrDefault(inner)
            : named?.Invoke().TryGetValue(name, out Type? type) == true ? type
            : find(inner) is { } found && NameOf(found.Assembly) == assembly && found.FullName == inner ? found : null;
    }

    /// <summary>
    /// True if saved state can contain values of a type that are created from their fields or items. Types of numbers that are addresses are excluded.
    /// </summary>
    public bool CanMake(Type type)
    {
        if (type == typeof(object))
        {
            return true;
        }

        if (type.ContainsGenericParameters || type.IsAbstract)
        {
            return false;
        }

        CloneType clone = CloneType.Of(type);
        return clone.Kind switch
        {
            CloneKind.Refused or CloneKind.Shared => false,
            CloneKind.Array => CanHold(type.GetElementType()!),
            CloneKind.Struct => CanHold(type) && (type.Assembly != Core || Structs.Contains(type.IsGenericType ? type.GetGenericTypeDefinition() : type)),
            _ => true,
        };
    }

    /// <summary>True if an assembly belongs to .NET. An application cannot allow saved state to name all types of such an assembly.</summary>
    public static bool IsFramework(Assembly assembly) =>
        assembly == Core || NameOf(assembly) is var name
        && (name is "mscorlib" or "netstandard" or "System"
            || name.StartsWith("System.", StringComparison.Ordinal)
            || name.StartsWith("Microsoft.", StringComparison.Ordinal));

    /// <summary>Returns the cached name of an assembly. Assembly.GetName creates a new object for each call.</summary>
    private static string NameOf(Assembly assembly) => AssemblyNames.Of(assembly);

    private static bool CanHold(Type type) => type != typeof(nint) && type != typeof(nuint) && !type.IsPointer && !type.IsFunctionPointer && !type.IsByRefLike;

    private static Dictionary<string, Type> NamesOf(Assembly assembly) => Names.Of(assembly);

    private static Dictionary<string, Type> ReadNames(Assembly key)
    {
        Dictionary<string, Type> names = new(StringComparer.Ordinal);
        foreach (Type type in key == Core ? key.GetExportedTypes() : TypesOf(key))
        {
            // Names that the compiler generates are not stable, except those of types that an application names itself.
            names.TryAdd(key == Own ? OwnName(type) : type.FullName!, type);
        }

        return names;
    }

    private static Type[] TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException exception)
        {
            // Types whose base types are missing cannot be part of a workflow.
            return [.. exception.Types.OfType<Type>()];
        }
    }

    /// <summary>Returns the name of a type of this package without its namespace, so that the type can move to another namespace.</summary>
    private static string OwnName(Type type) => type.DeclaringType is { } outer ? $"{OwnName(outer)}+{type.Name}" : type.Name;
}
