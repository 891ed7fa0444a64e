using System.Collections.ObjectModel;
using System.Diagnostics;
using Workflow.Data;

namespace Workflow;

/// <summary>A declared parameter of an activity, to which an argument object is bound.</summary>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class RuntimeArgument : LocationReference
{
    private readonly string _name;
    private readonly Type _type;
    private readonly List<string>? _overloadGroupNames;

    /// <summary>Declares an optional argument.</summary>
    /// <param name="name">The name.</param>
    /// <param name="argumentType">The type of the value.</param>
    /// <param name="direction">The direction.</param>
    public RuntimeArgument(string name, Type argumentType, ArgumentDirection direction)
        : this(name, argumentType, direction, false, null)
    {
    }

    /// <summary>Declares an optional argument that belongs to overload groups.</summary>
    /// <param name="name">The name.</param>
    /// <param name="argumentType">The type of the value.</param>
    /// <param name="direction">The direction.</param>
    /// <param name="overloadGroupNames">The names of the groups; null for none.</param>
    public RuntimeArgument(string name, Type argumentType, ArgumentDirection direction, List<string>? overloadGroupNames)
        : this(name, argumentType, direction, false, overloadGroupNames)
    {
    }

    /// <summary>Declares an argument.</summary>
    /// <param name="name">The name.</param>
    /// <param name="argumentType">The type of the value.</param>
    /// <param name="direction">The direction.</param>
    /// <param name="isRequired">True to make an unbound argument a validation error.</param>
    public RuntimeArgument(string name, Type argumentType, ArgumentDirection direction, bool isRequired)
        : this(name, argumentType, direction, isRequired, null)
    {
    }

    /// <summary>Declares an argument.</summary>
    /// <param name="name">The name.</param>
    /// <param name="argumentType">The type of the value.</param>
    /// <param name="direction">The direction.</param>
    /// <param name="isRequired">True to make an unbound argument a validation error; for an argument of an overload group, only if the group is used.</param>
    /// <param name="overloadGroupNames">The names of the overload groups (rule 12.10); null for none.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public RuntimeArgument(string name, Type argumentType, ArgumentDirection direction, bool isRequired, List<string>? overloadGroupNames)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(argumentType);
        _name = name;
        _type = argumentType;
        Direction = direction;
        IsRequired = isRequired;
        _overloadGroupNames = overloadGroupNames;
    }

    /// <summary>The direction of the value.</summary>
    public ArgumentDirection Direction { get; }

    /// <summary>True if an unbound argument is a validation error.</summary>
    public bool IsRequired { get; }

    /// <summary>The names of the overload groups of the argument; empty for none.</summary>
    public ReadOnlyCollection<string> OverloadGroupNames => _overloadGroupNames is null ? ReadOnlyCollection<string>.Empty : _overloadGroupNames.AsReadOnly();

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    /// <inheritdoc/>
    protected override string NameCore => _name;

    /// <inheritdoc/>
    protected override Type TypeCore => _type;

    /// <summary>The argument object; null until bound.</summary>
    internal Argument? Bound
    {
        get;
        set
        {
            field = value;
            IsBoundByWalk = false;
        }
    }

    /// <summary>
    /// True if the walk found or created the argument object. The next walk then searches again, because the property may have been set in the meantime.
    /// </summary>
    internal bool IsBoundByWalk { get; set; }

    internal IReadOnlyList<string> Groups => _overloadGroupNames ?? (IReadOnlyList<string>)[];

    internal override SlotKind SlotKind => Bound!.SlotKind;

    /// <inheritdoc/>
    public override Location GetLocation(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.CaptureLocationOf(this);
    }

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The value, boxed if its type is a value type.</returns>
    public object? Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.GetValue(this);
    }

    /// <summary>Reads the value in a run.</summary>
    /// <typeparam name="T">The type to read the value as.</typeparam>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The value.</returns>
    public T Get<T>(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.GetValue<T>(this);
    }

    /// <summary>Writes the value in a run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <param name="value">The value.</param>
    public void Set(ActivityContext context, object? value)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.LocationOf(this).Value = value;
    }
}
