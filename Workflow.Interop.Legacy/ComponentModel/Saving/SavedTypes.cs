using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The names of types in saved state, and the list of types that it can name: those of the core library, of this package, of the assemblies of the application that the
/// workflow uses, and those that stand in its definition. A name is only ever looked up in this list; no assembly is loaded for it. Safe for all threads.
/// </summary>
/// <param name="assemblies">The assemblies, all types of which saved state can name.</param>
/// <param name="find">Finds a type of the application.</param>
/// <param name="named">Other types by their full names; asked for when no assembly has a type. Null: there are none.</param>
internal sealed class SavedTypes(IEnumerable<Assembly> assemblies, Func<string, Type?> find, Func<IReadOnlyDictionary<string, Type>>? named = null)
{
    private const char OwnMark = '~';
    private const char Separator = '|';
    private static readonly WeakCache<Assembly, Dictionary<string, Type>> Names = new(ReadNames);
    private static readonly WeakCache<Type, string> FullNames = new(static key => $"{NameOf(key.Assembly)}{Separator}{key.FullName}");
    private static readonly WeakCache<Assembly, string> AssemblyNames = new(static key => key.GetName().Name!);
    private static readonly Assembly Own = typeof(Activity).Assembly;
    private static readonly Assembly Core = typeof(object).Assembly;

    // Outside of the core library. Values of other types of the framework can neither be saved nor be made.
    private static readonly Dictionary<string, Type> Listed = new[]
    {
        typeof(SortedDictionary<,>), typeof(SortedList<,>), typeof(ObservableCollection<>), typeof(Queue<>), typeof(Queue), typeof(HashSet<>), typeof(Uri), typeof(Version),
    }.ToDictionary(static type => type.FullName!, StringComparer.Ordinal);

    private static readonly HashSet<Type> Structs =
    [
        typeof(KeyValuePair<,>), typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>), typeof(ValueTuple<,,,,>), typeof(ValueTuple<,,,,,>),
        typeof(ValueTuple<,,,,,,>), typeof(ValueTuple<,,,,,,,>), typeof(DateOnly), typeof(TimeOnly), typeof(Half), typeof(Int128), typeof(UInt128), typeof(Index), typeof(Range),
        typeof(DictionaryEntry),
    ];

    private static long s_lastId;

    /// <summary>Stands for all lists.</summary>
    public const long AnyList = -1;

    private readonly Dictionary<string, Assembly> _assemblies =
        assemblies.Where(static assembly => assembly != Own && assembly != Core).Distinct().ToDictionary(NameOf, StringComparer.Ordinal);

    /// <summary>The number of this list: what was found out with it holds for no other one.</summary>
    public long Id { get; } = Interlocked.Increment(ref s_lastId);

    /// <summary>The name of a type of an application, whether or not saved state can name it.</summary>
    public static string FullNameOf(Type type) => FullNames.Of(type);

    /// <summary>The name of a type that is neither an array nor constructed of a generic one; null if saved state cannot name it.</summary>
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

    /// <summary>The number of the list for which the name of a type stays the same; <see cref="AnyList"/> for all lists; 0 if the application finds the type, which may find another one the next time.</summary>
    public long ListOf(Type type) =>
        type.Assembly == Own || Core == type.Assembly || Listed.ContainsKey(type.FullName!) ? AnyList
        : _assemblies.ContainsKey(NameOf(type.Assembly)) || named?.Invoke().ContainsKey(FullNameOf(type)) == true ? Id : 0;

    /// <summary>The type with a name, or null.</summary>
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

    /// <summary>Whether saved state may have values of a type that are made of their fields or items. Numbers that are addresses are not among them.</summary>
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

    /// <summary>True if an assembly belongs to .NET: an application cannot have saved state name all of its types.</summary>
    public static bool IsFramework(Assembly assembly) =>
        assembly == Core || NameOf(assembly) is var name
        && (name is "mscorlib" or "netstandard" or "System" || name.StartsWith("System.", StringComparison.Ordinal) || name.StartsWith("Microsoft.", StringComparison.Ordinal));

    /// <summary>The runtime makes a new object with the parts of the name for each question.</summary>
    private static string NameOf(Assembly assembly) => AssemblyNames.Of(assembly);

    private static bool CanHold(Type type) => type != typeof(nint) && type != typeof(nuint) && !type.IsPointer && !type.IsFunctionPointer && !type.IsByRefLike;

    private static Dictionary<string, Type> NamesOf(Assembly assembly) => Names.Of(assembly);

    private static Dictionary<string, Type> ReadNames(Assembly key)
    {
        Dictionary<string, Type> names = new(StringComparer.Ordinal);
        foreach (Type type in key == Core ? key.GetExportedTypes() : TypesOf(key))
        {
            // Names of the compiler are not stable, except those of types that an application names itself.
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

    /// <summary>Types of this package are named without their namespace: they can move.</summary>
    private static string OwnName(Type type) => type.DeclaringType is { } outer ? $"{OwnName(outer)}+{type.Name}" : type.Name;
}
