using System.Collections;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Workflow;

/// <summary>A property whose content belongs to the declarations of an activity or of a delegate.</summary>
internal sealed class ReflectedProperty
{
    private readonly PropertySource _source;
    private readonly ConstructorInvoker? _create;
    private readonly bool _isRequired;
    private readonly List<string>? _groups;

    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(InArgument<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(OutArgument<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(InOutArgument<>))]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The type is one of the three above.")]
    private ReflectedProperty(PropertySource source, ReflectedKind kind, Type valueType, ArgumentDirection direction)
    {
        _source = source;
        Name = source.Name;
        Kind = kind;
        ValueType = valueType;
        Direction = direction;
        if (kind == ReflectedKind.Argument)
        {
            _create = ConstructorInvoker.Create(source.Type.GetConstructor(Type.EmptyTypes)!);
            _isRequired = source.IsRequired;
            _groups = [.. source.Groups.Select(attribute => attribute.GroupName)];
            _groups = _groups.Count == 0 ? null : _groups;
        }
    }

    public string Name { get; }

    public ReflectedKind Kind { get; }

    /// <summary>The type of the value of an argument or delegate argument; <see cref="object"/> for other kinds.</summary>
    public Type ValueType { get; }

    public ArgumentDirection Direction { get; }

    public ReflectedParts Part => Kind switch
    {
        ReflectedKind.Argument or ReflectedKind.ArgumentDictionary => ReflectedParts.Arguments,
        ReflectedKind.Variable => ReflectedParts.Variables,
        _ => ReflectedParts.Children,
    };

    /// <summary>Returns the properties of a type that contain declarations, the properties of the most derived class first.</summary>
    [UnconditionalSuppressMessage(
        "Trimming", "IL2070", Justification = "Activity and ActivityDelegate keep the public properties of the classes derived from them.")]
    [UnconditionalSuppressMessage(
        "Trimming", "IL2075", Justification = "Activity and ActivityDelegate keep the public properties of the classes derived from them.")]
    public static ReflectedProperty[] Of(Type type)
    {
        List<ReflectedProperty> found = [];
        HashSet<string> names = [];
        for (Type? declaring = type; declaring is not null && declaring != typeof(object); declaring = declaring.BaseType)
        {
            foreach (PropertyInfo property in declaring.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            {
                // A hidden or overridden property is used once, with its most derived declaration.
                if (property.GetMethod is { IsPublic: true } && property.GetIndexParameters().Length == 0
                    && Classify(new ClassProperty(property)) is { } declared && names.Add(property.Name))
                {
                    found.Add(declared);
                }
            }
        }

        return [.. found];
    }

    /// <summary>Returns the properties of an object with a type descriptor that contain declarations, in the order of the descriptor.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Names and values are asked for, no converters or editors.")]
    public static ReflectedProperty[] Of(ICustomTypeDescriptor described) =>
        [.. described.GetProperties().Cast<PropertyDescriptor>().Select(property => Classify(new DescribedProperty(property))).OfType<ReflectedProperty>()];

    public object? Get(object owner) => _source.Get(owner);

    public void Set(object owner, object? value) => _source.Set(owner, value);

    public Argument CreateArgument() => (Argument)_create!.Invoke();

    public RuntimeArgument DeclareArgument(Argument? bound)
    {
        RuntimeArgument declared = new(Name, ValueType, Direction, _isRequired, _groups);
        ActivityDeclaration.Bind(bound, declared);
        return declared;
    }

    public void DeclareDictionary(Activity owner, object? dictionary, List<RuntimeArgument> arguments)
    {
        if (dictionary is not IEnumerable entries)
        {
            return;
        }

        foreach ((string? key, Argument? argument) in EntriesOf(entries))
        {
            if (string.IsNullOrEmpty(key) || argument is null)
            {
                throw new ValidationException(
                    $"The dictionary '{Name}' of '{owner.DisplayName}' has an entry with an empty key or a null value ('{key}'); give each argument a name and an object.");
            }

            RuntimeArgument declared = new(key, argument.ArgumentType, argument.Direction, _isRequired, _groups);
            ActivityDeclaration.Bind(argument, declared);
            arguments.Add(declared);
        }
    }

    /// <summary>
    /// Returns the activities in the property, each with its index if the property contains a list. The activity of an argument is its expression, the
    /// activity of a delegate is its handler.
    /// </summary>
    public IEnumerable<(string Index, Activity? Child)> Held(object owner)
    {
        object? value = _source.Get(owner);
        if (ChildOf(value) is { } single)
        {
            yield return (string.Empty, single);
        }
        else if (Kind is ReflectedKind.Child or ReflectedKind.Delegate && value is IEnumerable several)
        {
            int i = 0;
            foreach (object? item in several)
            {
                yield return (string.Create(System.Globalization.CultureInfo.InvariantCulture, $"[{i++}]"), ChildOf(item));
            }
        }

        static Activity? ChildOf(object? held) => held switch
        {
            Activity activity => activity,
            ActivityDelegate activityDelegate => activityDelegate.Handler,
            Argument argument => argument.Expression,
            _ => null,
        };
    }

    /// <summary>Reads the entries of a dictionary. Most dictionaries can be read without reflection, which also works after trimming.</summary>
    private static IEnumerable<(string? Key, Argument? Value)> EntriesOf(IEnumerable dictionary)
    {
        if (dictionary is not IDictionary untyped)
        {
            return dictionary.Cast<object>().Select(Entry);
        }

        List<(string?, Argument?)> read = [];
        for (IDictionaryEnumerator entries = untyped.GetEnumerator(); entries.MoveNext();)
        {
            read.Add(((string?)entries.Key, (Argument?)entries.Value));
        }

        return read;
    }

    [UnconditionalSuppressMessage(
        "Trimming", "IL2075", Justification = "Reached only for a dictionary of an author's own that is no IDictionary; the page on trimming names it.")]
    private static (string? Key, Argument? Value) Entry(object entry)
    {
        Type type = entry.GetType();
        return ((string?)type.GetProperty("Key")!.GetValue(entry), (Argument?)type.GetProperty("Value")!.GetValue(entry));
    }

    private static ReflectedProperty? Classify(PropertySource property)
    {
        Type type = property.Type;
        if (ArgumentOf(type) is { } argument)
        {
            return new ReflectedProperty(property, ReflectedKind.Argument, argument.Type, argument.Direction);
        }

        if (type.IsGenericType && DelegateArgumentOf(type) is { } delegateArgument)
        {
            return new ReflectedProperty(property, ReflectedKind.DelegateArgument, delegateArgument.Type, delegateArgument.Direction);
        }

        if (KindOf(type) is { } single)
        {
            return new ReflectedProperty(property, single, typeof(object), ArgumentDirection.In);
        }

        return type.IsGenericType ? ClassifyCollection(property) : null;
    }

    [UnconditionalSuppressMessage(
        "Trimming", "IL2075", Justification = "The interfaces that are looked for are used here, so that classes that are made keep them.")]
    private static ReflectedProperty? ClassifyCollection(PropertySource property)
    {
        Type type = property.Type;
        foreach (Type candidate in type.GetInterfaces().Append(type))
        {
            if (!candidate.IsGenericType)
            {
                continue;
            }

            Type definition = candidate.GetGenericTypeDefinition();
            Type[] parameters = candidate.GetGenericArguments();
            if (definition == typeof(IDictionary<,>))
            {
                return parameters[0] == typeof(string) && typeof(Argument).IsAssignableFrom(parameters[1])
                    ? new ReflectedProperty(property, ReflectedKind.ArgumentDictionary, typeof(object), ArgumentDirection.In)
                    : null;
            }

            if ((definition == typeof(ICollection<>) || definition == typeof(IList<>)) && KindOf(parameters[0]) is { } kind)
            {
                return new ReflectedProperty(property, kind, typeof(object), ArgumentDirection.In);
            }
        }

        return null;
    }

    private static ReflectedKind? KindOf(Type type) =>
        typeof(Activity).IsAssignableFrom(type) ? ReflectedKind.Child
        : typeof(ActivityDelegate).IsAssignableFrom(type) ? ReflectedKind.Delegate
        : typeof(Variable).IsAssignableFrom(type) ? ReflectedKind.Variable
        : null;

    private static (Type Type, ArgumentDirection Direction)? ArgumentOf(Type type)
    {
        Type? definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        return definition == typeof(InArgument<>) ? (type.GetGenericArguments()[0], ArgumentDirection.In)
            : definition == typeof(OutArgument<>) ? (type.GetGenericArguments()[0], ArgumentDirection.Out)
            : definition == typeof(InOutArgument<>) ? (type.GetGenericArguments()[0], ArgumentDirection.InOut)
            : null;
    }

    private static (Type Type, ArgumentDirection Direction)? DelegateArgumentOf(Type type)
    {
        Type definition = type.GetGenericTypeDefinition();
        return definition == typeof(DelegateInArgument<>) ? (type.GetGenericArguments()[0], ArgumentDirection.In)
            : definition == typeof(DelegateOutArgument<>) ? (type.GetGenericArguments()[0], ArgumentDirection.Out)
            : null;
    }
}
