extern alias WorkflowCore;
using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;
using WorkflowCore::Workflow;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Interop.Legacy;

/// <summary>An argument of an <c>Interop</c> activity, and the property that the argument reads or sets.</summary>
internal sealed record InteropArgument(string Name, PropertyInfo Property, bool IsOutput);

/// <summary>The properties of a legacy activity type, divided into arguments and metaproperties, which are part of its definition. Thread-safe.</summary>
internal sealed class InteropProperties
{
    private static readonly WeakCache<Type, InteropProperties> Known = new(static key => new InteropProperties(key));
    private readonly Dictionary<string, PropertyInfo> _metas = new(StringComparer.Ordinal);
    private readonly Type _type;

    private InteropProperties(Type type)
    {
        _type = type;
        List<PropertyInfo> bindable = [];
        foreach (PropertyInfo property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(static property => property.GetIndexParameters().Length == 0))
        {
            if (IsMeta(property))
            {
                _metas.TryAdd(property.Name, property);
            }
            else if (IsBindable(property) && bindable.TrueForAll(other => other.Name != property.Name))
            {
                // A property that hides a property of a base class comes first.
                bindable.Add(property);
            }
        }

        HashSet<string> outputs =
            [.. bindable.Where(static property => property.GetMethod is { IsPublic: true }).Select(static property => property.Name + "Out")];
        Arguments =
        [
            .. bindable.Where(static property => property.SetMethod is { IsPublic: true })
                .Select(property => new InteropArgument(IsTaken(property.Name, outputs) ? property.Name + "In" : property.Name, property, IsOutput: false)),
            .. bindable.Where(static property => property.GetMethod is { IsPublic: true })
                .Select(static property => new InteropArgument(property.Name + "Out", property, IsOutput: true)),
        ];
    }

    public IReadOnlyList<InteropArgument> Arguments { get; }

    public static InteropProperties Of(Type type) => Known.Of(type);

    /// <summary>Returns the problems of the names and values that an application has set, as sentences without a subject.</summary>
    public IEnumerable<string> Check(IDictionary<string, Argument> arguments, IDictionary<string, object?> metas)
    {
        foreach ((string name, Argument argument) in arguments)
        {
            if (Arguments.FirstOrDefault(declared => declared.Name == name) is not { } declared)
            {
                yield return _metas.ContainsKey(name)
                    ? $"binds '{name}', which is part of the definition of '{_type}'; set it in ActivityMetaProperties"
                    : $"binds '{name}', which is no argument of '{_type}'; use a public property, or its name with 'Out' for an output";
            }
            else if (argument is null
                || argument.ArgumentType != declared.Property.PropertyType
                || argument.Direction != (declared.IsOutput ? ArgumentDirection.Out : ArgumentDirection.In))
            {
                yield return $"binds '{name}' to another kind of argument; bind an {(declared.IsOutput ? "OutArgument" : "InArgument")} of the type '{declared.Property.PropertyType}'";
            }
        }

        foreach (IGrouping<string, InteropArgument> same in Arguments.GroupBy(static argument => argument.Name).Where(static same => same.Count() > 1))
        {
            yield return $"has two arguments '{same.Key}', of properties of '{_type}'; rename one of the properties";
        }

        foreach ((string name, object? value) in metas)
        {
            if (!_metas.TryGetValue(name, out PropertyInfo? property))
            {
                yield return $"sets '{name}', which is no property of the definition of '{_type}'; bind other properties in ActivityProperties";
            }
            else if (value is null
                ? property.PropertyType.IsValueType && Nullable.GetUnderlyingType(property.PropertyType) is null
                : !property.PropertyType.IsInstanceOfType(value))
            {
                yield return $"sets '{name}' to a '{value?.GetType().ToString() ?? "null"}', not to a '{property.PropertyType}'; set a value of that type";
            }
        }
    }

    public void SetMetas(LegacyActivity root, IReadOnlyDictionary<string, object?> values)
    {
        foreach ((string name, object? value) in values)
        {
            _metas[name].SetValue(root, value, BindingFlags.DoNotWrapExceptions, null, null, null);
        }
    }

    /// <summary>True if an output argument, or a property of the <c>Interop</c> class, already has the name.</summary>
    private static bool IsTaken(string name, HashSet<string> outputs) => outputs.Contains(name) || typeof(Statements.Interop).GetProperty(name) is not null;

    private static bool IsMeta(PropertyInfo property)
    {
        if (property.SetMethod is not { IsPublic: true })
        {
            return false;
        }

        return property.DeclaringType == typeof(LegacyActivity)
            ? property.Name == nameof(LegacyActivity.Name)
            : property.DeclaringType != typeof(CompositeActivity)
                && DependencyProperty.FromName(property.Name, property.DeclaringType!) is { DefaultMetadata.IsMetaProperty: true };
    }

    private static bool IsBindable(PropertyInfo property) =>
        property.DeclaringType != typeof(LegacyActivity)
        && property.DeclaringType != typeof(CompositeActivity)
        && property.DeclaringType != typeof(DependencyObject)
        && !typeof(ActivityCondition).IsAssignableFrom(property.PropertyType)
        && !property.PropertyType.IsByRefLike
        && !property.PropertyType.IsPointer
        && !property.PropertyType.IsByRef;
}
