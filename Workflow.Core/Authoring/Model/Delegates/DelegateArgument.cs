using System.Diagnostics;
using Workflow.Data;
using Workflow.Expressions;

namespace Workflow;

/// <summary>A parameter of a delegate, to which the handler refers.</summary>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract class DelegateArgument : LocationReference
{
    private protected DelegateArgument()
    {
    }

    /// <summary>The name; may be null.</summary>
    public new string? Name { get; set; }

    /// <summary>The direction: in or out.</summary>
    public abstract ArgumentDirection Direction { get; }

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    /// <inheritdoc/>
    protected override string? NameCore => Name;

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">The context of an expression in the handler.</param>
    /// <returns>The value, boxed if its type is a value type.</returns>
    public object? Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.LocationOf(this).Value;
    }

    /// <inheritdoc/>
    public override Location GetLocation(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.CaptureLocationOf(this);
    }

    /// <summary>Creates an expression that returns the location of the argument.</summary>
    internal abstract ActivityWithResult CreateReference();
}

/// <summary>An input value of a delegate.</summary>
public abstract class DelegateInArgument : DelegateArgument
{
    private protected DelegateInArgument()
    {
    }

    /// <inheritdoc/>
    public sealed override ArgumentDirection Direction => ArgumentDirection.In;
}

/// <summary>An input value of type <typeparamref name="T"/> of a delegate.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class DelegateInArgument<T> : DelegateInArgument
{
    /// <summary>Creates an unnamed parameter.</summary>
    public DelegateInArgument()
    {
    }

    /// <summary>Creates a parameter.</summary>
    /// <param name="name">The name.</param>
    public DelegateInArgument(string? name) => Name = name;

    /// <inheritdoc/>
    protected override Type TypeCore => typeof(T);

    internal override SlotKind SlotKind => ValueSlot<T>.Instance;

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">The context of an expression in the handler.</param>
    /// <returns>The value.</returns>
    public new T Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Location<T>.Read(context.LocationOf(this));
    }

    /// <summary>Writes the value in a run.</summary>
    /// <param name="context">The context of an expression in the handler.</param>
    /// <param name="value">The value.</param>
    public void Set(ActivityContext context, T value)
    {
        ArgumentNullException.ThrowIfNull(context);
        Location<T>.Write(context.LocationOf(this), value);
    }

    internal override ActivityWithResult CreateReference() => new DelegateArgumentReference<T>(this);
}

/// <summary>An output value of a delegate.</summary>
public abstract class DelegateOutArgument : DelegateArgument
{
    private protected DelegateOutArgument()
    {
    }

    /// <inheritdoc/>
    public sealed override ArgumentDirection Direction => ArgumentDirection.Out;
}

/// <summary>An output value of type <typeparamref name="T"/> of a delegate.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class DelegateOutArgument<T> : DelegateOutArgument
{
    /// <summary>Creates an unnamed parameter.</summary>
    public DelegateOutArgument()
    {
    }

    /// <summary>Creates a parameter.</summary>
    /// <param name="name">The name.</param>
    public DelegateOutArgument(string? name) => Name = name;

    /// <inheritdoc/>
    protected override Type TypeCore => typeof(T);

    internal override SlotKind SlotKind => ValueSlot<T>.Instance;

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">The context of an expression in the handler.</param>
    /// <returns>The value.</returns>
    public new T Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Location<T>.Read(context.LocationOf(this));
    }

    /// <summary>Gets the location of the value in a run.</summary>
    /// <param name="context">The context of an expression in the handler.</param>
    /// <returns>The location, which remains usable after the handler has ended.</returns>
    public new Location<T> GetLocation(ActivityContext context) => (Location<T>)base.GetLocation(context);

    /// <summary>Writes the value in a run.</summary>
    /// <param name="context">The context of an expression in the handler.</param>
    /// <param name="value">The value.</param>
    public void Set(ActivityContext context, T value)
    {
        ArgumentNullException.ThrowIfNull(context);
        Location<T>.Write(context.LocationOf(this), value);
    }

    internal override ActivityWithResult CreateReference() => new DelegateArgumentReference<T>(this);
}
