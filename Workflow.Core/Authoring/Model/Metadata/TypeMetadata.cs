using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Workflow.Foundation;

namespace Workflow;

/// <summary>
/// The declarations in the public properties of an activity type or delegate type (rule 12.7). Only this class uses reflection for them, once for each
/// type, so that generated metadata could replace it. An object with a type descriptor has its own metadata.
/// </summary>
internal sealed class TypeMetadata
{
    /// <summary>The metadata by type. The table refers to types weakly, so that collectible assemblies can be unloaded.</summary>
    private static readonly ConditionalWeakTable<Type, TypeMetadata> Cache = [];

    private readonly ReflectedProperty[] _properties;

    private TypeMetadata(Type type)
    {
        IsOfEachObject = typeof(ICustomTypeDescriptor).IsAssignableFrom(type);
        _properties = IsOfEachObject ? [] : ReflectedProperty.Of(type);
        IsShipped = type.IsSealed && type.Assembly == typeof(TypeMetadata).Assembly;
    }

    private TypeMetadata(TypeMetadata type, ICustomTypeDescriptor described)
    {
        IsOfEachObject = true;
        _properties = ReflectedProperty.Of(described);
        IsShipped = type.IsShipped;
    }

    /// <summary>True if objects of the type have type descriptors, like a dynamic activity (rule 12.6).</summary>
    public bool IsOfEachObject { get; }

    /// <summary>True if the type is a sealed type of this library. Its methods keep no reference to a context or instance.</summary>
    public bool IsShipped { get; }

    public static TypeMetadata Of(Type type) =>
        Cache.TryGetValue(type, out TypeMetadata? known) ? known : Cache.GetValue(type, static type => new TypeMetadata(type));

    public static TypeMetadata Of(Activity activity)
    {
        TypeMetadata metadata = Of(activity.GetType());
        return metadata.IsOfEachObject ? new TypeMetadata(metadata, (ICustomTypeDescriptor)activity) : metadata;
    }

    [RequiresDynamicCode(TrimmingNotes.ByType)]
    public static Argument CreateArgument(Type type, ArgumentDirection direction)
    {
        Type definition = direction switch
        {
            ArgumentDirection.In => typeof(InArgument<>),
            ArgumentDirection.Out => typeof(OutArgument<>),
            _ => typeof(InOutArgument<>),
        };
        return (Argument)Activator.CreateInstance(definition.MakeGenericType(type))!;
    }

    [RequiresDynamicCode(TrimmingNotes.ByType)]
    public static Variable CreateVariable(Type type) => (Variable)Activator.CreateInstance(typeof(Variable<>).MakeGenericType(type))!;

    /// <summary>True if a location of the type can contain the value. A value of a narrower numeric type is accepted too.</summary>
    public static bool Accepts(Type type, object? value) =>
        value is null ? !type.IsValueType || Nullable.GetUnderlyingType(type) is not null : ImplicitConversion.Exists(value.GetType(), type);

    public void Declare(Activity activity, ReflectedParts parts, ActivityDeclaration declaration)
    {
        foreach (ReflectedProperty property in _properties)
        {
            if ((property.Part & parts) == 0 && !(property.Part == ReflectedParts.Children && (parts & ReflectedParts.Imports) != 0))
            {
                continue;
            }

            object? value = property.Get(activity);
            switch (property.Kind)
            {
                case ReflectedKind.Argument:
                    declaration.Arguments.Add(property.DeclareArgument((Argument?)value));
                    break;
                case ReflectedKind.ArgumentDictionary:
                    property.DeclareDictionary(activity, value, declaration.Arguments);
                    break;
                case ReflectedKind.Variable:
                    AddAll(declaration.Variables, value);
                    break;
                case ReflectedKind.Child:
                    AddAll((parts & ReflectedParts.Imports) != 0 ? declaration.ImportedChildren : declaration.Children, value);
                    break;
                default:
                    AddAll((parts & ReflectedParts.Imports) != 0 ? declaration.ImportedDelegates : declaration.Delegates, value);
                    break;
            }
        }
    }

    public List<RuntimeArgument> ReflectArguments(Activity activity)
    {
        List<RuntimeArgument> arguments = [];
        foreach (ReflectedProperty property in _properties)
        {
            if (property.Kind == ReflectedKind.Argument)
            {
                arguments.Add(property.DeclareArgument((Argument?)property.Get(activity)));
            }
            else if (property.Kind == ReflectedKind.ArgumentDictionary)
            {
                property.DeclareDictionary(activity, property.Get(activity), arguments);
            }
        }

        return arguments;
    }

    public List<Activity> ReflectChildren(Activity activity) => Collect<Activity>(activity, ReflectedKind.Child);

    public List<Variable> ReflectVariables(Activity activity) => Collect<Variable>(activity, ReflectedKind.Variable);

    public List<ActivityDelegate> ReflectDelegates(Activity activity) => Collect<ActivityDelegate>(activity, ReflectedKind.Delegate);

    /// <summary>Returns the activities in the public properties of an activity, with the names of the properties.</summary>
    public IEnumerable<(string Name, Activity Child)> NamedChildrenOf(Activity activity)
    {
        foreach (ReflectedProperty property in _properties)
        {
            foreach ((string index, Activity? child) in property.Held(activity))
            {
                if (child is not null)
                {
                    yield return (property.Name + index, child);
                }
            }
        }
    }

    public void AddDelegateArguments(ActivityDelegate activityDelegate, IList<RuntimeDelegateArgument> parameters)
    {
        foreach (ReflectedProperty property in _properties)
        {
            if (property.Kind == ReflectedKind.DelegateArgument)
            {
                parameters.Add(new RuntimeDelegateArgument(
                    property.Name, property.ValueType, property.Direction, (DelegateArgument?)property.Get(activityDelegate)));
            }
        }
    }

    /// <summary>
    /// Binds a declared argument to the argument object in the property with its name, type and direction, or to a new, empty object. If the walk is for a
    /// run, a new object is also stored in the property (rule 12.8).
    /// </summary>
    [UnconditionalSuppressMessage(
        "AOT", "IL3050", Justification = "Only for an argument that was declared without a property; the page on trimming says what is needed.")]
    public void BindUnbound(Activity activity, RuntimeArgument declared, bool fillsProperty)
    {
        ReflectedProperty? property = Array.Find(
            _properties,
            candidate => candidate.Kind == ReflectedKind.Argument && candidate.Name == declared.Name
                && candidate.ValueType == declared.Type && candidate.Direction == declared.Direction);
        Argument? argument = (Argument?)property?.Get(activity);
        if (argument is null)
        {
            argument = property is null ? CreateArgument(declared.Type, declared.Direction) : property.CreateArgument();
            if (fillsProperty)
            {
                property?.Set(activity, argument);
            }
        }

        ActivityDeclaration.Bind(argument, declared);
        declared.IsBoundByWalk = true;
    }

    private static void AddAll<T>(List<T> list, object? value)
        where T : class
    {
        if (value is T single)
        {
            list.Add(single);
        }
        else if (value is IEnumerable<T?> several)
        {
            foreach (T? item in several)
            {
                if (item is not null)
                {
                    list.Add(item);
                }
            }
        }
    }

    private List<T> Collect<T>(Activity activity, ReflectedKind kind)
        where T : class
    {
        List<T> items = [];
        foreach (ReflectedProperty property in _properties)
        {
            if (property.Kind == kind)
            {
                AddAll(items, property.Get(activity));
            }
        }

        return items;
    }
}
