using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Expressions;
using Workflow.Foundation;

namespace Workflow;

/// <summary>A named location of an activity. Each instance of the declaring activity has its own location, with the lifetime of the instance.</summary>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract class Variable : LocationReference
{
    private protected Variable(bool isHandle) => IsHandle = isHandle;

    /// <summary>The name; null or empty for an unnamed variable. Unique among the public variables of one activity (rule 12.9).</summary>
    public new string? Name { get; set; }

    /// <summary>Restricts or extends the use of the variable.</summary>
    public VariableModifiers Modifiers { get; set; }

    /// <summary>The expression for the initial value; null for the default value of the type.</summary>
    public ActivityWithResult? Default
    {
        get => DefaultCore;
        set => DefaultCore = value;
    }

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    /// <inheritdoc/>
    protected override string? NameCore => Name;

    /// <summary>True if the value is a handle, which the engine creates and which cannot be assigned (rule 9.4).</summary>
    internal bool IsHandle { get; }

    /// <summary>True if the variable cannot be assigned.</summary>
    internal bool IsFixed => IsHandle || IsReadOnly;

    /// <summary>True if saves write the value for queries (rule 7.5.2). Variables without a name and handles are excluded.</summary>
    internal bool IsMapped => (Modifiers & VariableModifiers.Mapped) != 0 && !IsHandle && !string.IsNullOrEmpty(Name);

    internal bool IsReadOnly => (Modifiers & VariableModifiers.ReadOnly) != 0;

    internal abstract ActivityWithResult? DefaultCore { get; set; }

    /// <summary>Creates a variable of a type that is known only at run time.</summary>
    /// <param name="name">The name.</param>
    /// <param name="type">The type of the value.</param>
    /// <param name="modifiers">The modifiers, which restrict or extend the use of the variable.</param>
    /// <returns>A new <see cref="Variable{T}"/>.</returns>
    [RequiresDynamicCode(TrimmingNotes.ByType)]
    public static Variable Create(string? name, Type type, VariableModifiers modifiers)
    {
        ArgumentNullException.ThrowIfNull(type);
        Variable variable = TypeMetadata.CreateVariable(type);
        variable.Name = name;
        variable.Modifiers = modifiers;
        return variable;
    }

    /// <inheritdoc/>
    public override Location GetLocation(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.CaptureLocationOf(this);
    }

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">A context in which the variable is visible.</param>
    /// <returns>The value, boxed if its type is a value type.</returns>
    public object? Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.LocationOf(this).Value;
    }

    /// <summary>Writes the value in a run.</summary>
    /// <param name="context">A context in which the variable is visible.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="InvalidOperationException">The variable is read-only.</exception>
    public void Set(ActivityContext context, object? value)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.WritableLocationOf(this).Value = value;
    }

    /// <summary>Creates an expression that returns the location of the variable, to bind an out or in-out argument to it.</summary>
    internal abstract ActivityWithResult CreateReference();

    /// <summary>Creates the step that sets the slot from the default; null if there is no default.</summary>
    internal abstract ArgumentBinding? CreateBinding();
}

/// <summary>A variable with a value of type <typeparamref name="T"/>.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
/// <remarks>
/// The value of a variable of a <see cref="Handle"/> type is created with the variable. The value cannot be assigned and has no default (rule 9.4).
/// </remarks>
public sealed class Variable<T> : Variable
{
    private static readonly bool HoldsHandle = typeof(Handle).IsAssignableFrom(typeof(T));

    private Activity<T>? _default;

    /// <summary>Creates an unnamed variable that starts with the default value of <typeparamref name="T"/>.</summary>
    public Variable()
        : base(HoldsHandle)
    {
    }

    /// <summary>Creates a variable that starts with the default value of <typeparamref name="T"/>.</summary>
    /// <param name="name">The name.</param>
    public Variable(string? name)
        : this() => Name = name;

    /// <summary>Creates a variable with an initial value.</summary>
    /// <param name="name">The name.</param>
    /// <param name="defaultValue">The initial value for every run.</param>
    /// <exception cref="InvalidOperationException"><typeparamref name="T"/> is a handle.</exception>
    public Variable(string? name, T defaultValue)
        : this(name) => Default = new Literal<T>(defaultValue);

    /// <summary>Creates a variable whose initial value a function computes for each run.</summary>
    /// <param name="name">The name.</param>
    /// <param name="defaultExpression">The function.</param>
    [OverloadResolutionPriority(1)]
    public Variable(string? name, Func<ActivityContext, T> defaultExpression)
        : this(name) => Default = new LambdaValue<T>(defaultExpression);

    /// <summary>Creates a variable whose initial value an expression tree computes for each run. The tree is compiled once.</summary>
    /// <param name="name">The name.</param>
    /// <param name="defaultExpression">The expression tree.</param>
    public Variable(string? name, Expression<Func<ActivityContext, T>> defaultExpression)
        : this(name) => Default = new LambdaValue<T>(defaultExpression);

    /// <summary>Creates an unnamed variable whose initial value a function computes for each run.</summary>
    /// <param name="defaultExpression">The function.</param>
    [OverloadResolutionPriority(1)]
    public Variable(Func<ActivityContext, T> defaultExpression)
        : this() => Default = new LambdaValue<T>(defaultExpression);

    /// <summary>Creates an unnamed variable whose initial value an expression tree computes for each run. The tree is compiled once.</summary>
    /// <param name="defaultExpression">The expression tree.</param>
    public Variable(Expression<Func<ActivityContext, T>> defaultExpression)
        : this() => Default = new LambdaValue<T>(defaultExpression);

    /// <inheritdoc cref="Variable.Default"/>
    /// <exception cref="InvalidOperationException">On assignment, if <typeparamref name="T"/> is a handle.</exception>
    public new Activity<T>? Default
    {
        get => _default;
        set
        {
            if (HoldsHandle && value is not null)
            {
                throw new InvalidOperationException(
                    $"The variable '{Name}' is of the handle type '{typeof(T).Name}' and cannot have a default; its handle is created with the variable.");
            }

            _default = value;
        }
    }

    /// <inheritdoc/>
    protected override Type TypeCore => typeof(T);

    internal override SlotKind SlotKind => HoldsHandle ? HandleSlot<T>.Instance : ValueSlot<T>.Instance;

    internal override ActivityWithResult? DefaultCore
    {
        get => _default;
        set => Default = value switch
        {
            null => null,
            Activity<T> typed => typed,
            _ => throw new ArgumentException(
                $"The default of variable '{Name}' needs an Activity<{typeof(T).Name}>, not '{value.DisplayName}'.", nameof(value)),
        };
    }

    /// <summary>Gets the location of the value in a run.</summary>
    /// <param name="context">A context in which the variable is visible.</param>
    /// <returns>The location. It is the same object each time while the declaring activity runs, and remains usable afterwards.</returns>
    public new Location<T> GetLocation(ActivityContext context) => (Location<T>)base.GetLocation(context);

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">A context in which the variable is visible.</param>
    /// <returns>The value.</returns>
    public new T Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Location<T>.ReadOwn(context.LocationOf(this));
    }

    /// <summary>Writes the value in a run.</summary>
    /// <param name="context">A context in which the variable is visible.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="InvalidOperationException">The variable is read-only.</exception>
    public void Set(ActivityContext context, T value)
    {
        ArgumentNullException.ThrowIfNull(context);
        Location<T>.WriteOwn(context.WritableLocationOf(this), value);
    }

    internal override ActivityWithResult CreateReference() => new VariableReference<T>(this);

    internal override ArgumentBinding? CreateBinding() => _default is null ? null : ValueBinding<T>.For(_default, Slot);
}
