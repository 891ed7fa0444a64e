using System.ComponentModel;
using System.Reflection;

namespace Workflow;

/// <summary>The source of a property: its class, or an object that provides its properties at run time.</summary>
internal abstract class PropertySource
{
    public abstract string Name { get; }

    public abstract Type Type { get; }

    public abstract bool IsRequired { get; }

    public abstract IEnumerable<OverloadGroupAttribute> Groups { get; }

    public abstract object? Get(object owner);

    /// <summary>Sets the value. Does nothing for a read-only property.</summary>
    public abstract void Set(object owner, object? value);
}

/// <summary>A property of a class.</summary>
internal sealed class ClassProperty(PropertyInfo property) : PropertySource
{
    private readonly MethodInvoker _get = MethodInvoker.Create(property.GetMethod!);
    private readonly MethodInvoker? _set = property.SetMethod is { IsPublic: true } set ? MethodInvoker.Create(set) : null;

    public override string Name => property.Name;

    public override Type Type => property.PropertyType;

    public override bool IsRequired => property.IsDefined(typeof(RequiredArgumentAttribute), inherit: true);

    public override IEnumerable<OverloadGroupAttribute> Groups => property.GetCustomAttributes<OverloadGroupAttribute>(inherit: true);

    public override object? Get(object owner) => _get.Invoke(owner);

    public override void Set(object owner, object? value) => _set?.Invoke(owner, value);
}

/// <summary>A property of one object, described by a property descriptor.</summary>
internal sealed class DescribedProperty(PropertyDescriptor property) : PropertySource
{
    public override string Name => property.Name;

    public override Type Type => property.PropertyType;

    public override bool IsRequired => property.Attributes.OfType<RequiredArgumentAttribute>().Any();

    public override IEnumerable<OverloadGroupAttribute> Groups => property.Attributes.OfType<OverloadGroupAttribute>();

    public override object? Get(object owner) => property.GetValue(owner);

    public override void Set(object owner, object? value)
    {
        if (!property.IsReadOnly)
        {
            property.SetValue(owner, value);
        }
    }
}
