using System.CodeDom;
using System.Collections.Frozen;
using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// Finds the types that rules name. Names can come from documents, so no name loads an assembly: a type is found in a list of simple types of the framework,
/// among the types that the application allows, and in the assemblies of the type with the rules.
/// </summary>
internal sealed class RuleTypeNames
{
    private const int MostParts = 100;

    private static readonly FrozenDictionary<string, Type> Simple = new[]
    {
        typeof(object), typeof(string), typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort),
        typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal),
        typeof(DateTime), typeof(DateTimeOffset), typeof(DateOnly), typeof(TimeOnly), typeof(TimeSpan), typeof(Guid), typeof(Nullable<>),
        typeof(Math), typeof(Convert), typeof(Console), typeof(DayOfWeek), typeof(DateTimeKind), typeof(StringComparison), typeof(MidpointRounding),
        typeof(CultureInfo), typeof(System.Collections.IList), typeof(System.Collections.IDictionary), typeof(System.Collections.IEnumerable),
        typeof(System.Collections.ICollection), typeof(IComparable), typeof(System.Collections.ArrayList), typeof(System.Collections.Hashtable),
        typeof(List<>), typeof(Dictionary<,>), typeof(HashSet<>), typeof(IList<>), typeof(IDictionary<,>),
        typeof(ICollection<>), typeof(IEnumerable<>), typeof(IReadOnlyList<>), typeof(IReadOnlyDictionary<,>), typeof(KeyValuePair<,>),
    }.ToFrozenDictionary(static type => type.FullName!, StringComparer.Ordinal);

    private readonly Type _thisType;
    private readonly ITypeProvider? _provider;
    private readonly List<Assembly> _assemblies = [];
    private readonly Dictionary<string, Type> _allowed = new(StringComparer.Ordinal);

    public RuleTypeNames(Type thisType, ITypeProvider? provider)
    {
        _thisType = thisType;
        _provider = provider;
        foreach (RuleTypeAttribute attribute in thisType.GetCustomAttributes<RuleTypeAttribute>(inherit: true))
        {
            _allowed[attribute.Type.FullName ?? attribute.Type.Name] = attribute.Type;
        }

        for (Type? type = thisType; type is not null; type = type.BaseType)
        {
            Add(type);
            if (!IsFramework(type.Assembly))
            {
                const BindingFlags Declared =
                    BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
                Array.ForEach(type.GetFields(Declared), field => Add(field.FieldType));
                Array.ForEach(type.GetProperties(Declared), property => Add(property.PropertyType));
            }
        }
    }

    /// <returns>The type; null if there is no such type, which has been reported.</returns>
    public Type? Resolve(CodeTypeReference? reference, Action<string> report)
    {
        if (reference is null)
        {
            report("a type is missing; set the type reference");
            return null;
        }

        if (reference.ArrayRank > 0)
        {
            Type? item = Resolve(reference.ArrayElementType, report);
            return item is null ? null : ArrayOf(item, reference.ArrayRank, report);
        }

        Type? type = TypeName.TryParse(reference.BaseType, out TypeName? name, new TypeNameParseOptions { MaxNodes = MostParts })
            ? Resolve(name)
            : null;
        if (type is null)
        {
            report($"the type '{Short(reference.BaseType)}' is not known to the rules of '{_thisType}'; correct the name, or allow the type with RuleTypeAttribute or a type provider");
            return null;
        }

        List<Type?> arguments = [.. reference.TypeArguments.Cast<CodeTypeReference>().Select(argument => Resolve(argument, report))];
        return arguments.Count == 0 ? Closed(type, report) : arguments.Contains(null) ? null : Construct(type, [.. arguments.OfType<Type>()], report);
    }

    private static Type? Closed(Type type, Action<string> report)
    {
        if (!type.ContainsGenericParameters)
        {
            return type;
        }

        report($"the type '{type}' lacks its type arguments; add them to the type reference");
        return null;
    }

    private static Type? Construct(Type type, Type[] arguments, Action<string> report)
    {
        try
        {
            return type.MakeGenericType(arguments);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or NotSupportedException)
        {
            report($"the type '{type}' cannot have the type arguments '{string.Join("', '", (object[])arguments)}'; correct them");
            return null;
        }
    }

    private static Type? ArrayOf(Type item, int rank, Action<string> report)
    {
        const int MostDimensions = 32;
        if (item == typeof(void) || item.IsByRefLike || rank > MostDimensions)
        {
            report($"there is no array of '{item}' with {rank} dimensions; correct the type");
            return null;
        }

        return rank == 1 ? item.MakeArrayType() : item.MakeArrayType(rank);
    }

    private static string Short(string name) => name.Length <= 200 ? name : name[..200] + "...";

    private static bool IsFramework(Assembly assembly)
    {
        string name = assembly.GetName().Name ?? string.Empty;
        return assembly == typeof(Activity).Assembly
            || assembly == typeof(object).Assembly
            || name is "mscorlib" or "netstandard" or "System" or "Workflow.Core"
            || name.StartsWith("System.", StringComparison.Ordinal) || name.StartsWith("Microsoft.", StringComparison.Ordinal);
    }

    private Type? Resolve(TypeName name)
    {
        if (name.IsArray)
        {
            Type? item = Resolve(name.GetElementType());
            return item is null ? null : name.GetArrayRank() == 1 ? item.MakeArrayType() : item.MakeArrayType(name.GetArrayRank());
        }

        if (name.IsConstructedGenericType)
        {
            Type? definition = Resolve(name.GetGenericTypeDefinition());
            List<Type?> arguments = [.. name.GetGenericArguments().Select(Resolve)];
            return definition is null || arguments.Contains(null) ? null : Construct(definition, [.. arguments.OfType<Type>()], static _ => { });
        }

        return name.IsSimple ? Find(name.FullName) : null;
    }

    private Type? Find(string name) =>
        _provider?.GetType(name)
        ?? Simple.GetValueOrDefault(name)
        ?? _allowed.GetValueOrDefault(name)
        ?? _assemblies.Select(assembly => assembly.GetType(name, throwOnError: false)).FirstOrDefault(IsAllowed);

    // An assembly can forward a name to another assembly that is not allowed.
    private bool IsAllowed(Type? type) => type is not null && _assemblies.Contains(type.Assembly) && (type.IsVisible || type.Assembly == _thisType.Assembly);

    private void Add(Type type)
    {
        if (type.HasElementType)
        {
            Add(type.GetElementType()!);
            return;
        }

        Array.ForEach(type.GetGenericArguments(), Add);
        if (!IsFramework(type.Assembly) && !_assemblies.Contains(type.Assembly))
        {
            _assemblies.Add(type.Assembly);
        }
    }
}
