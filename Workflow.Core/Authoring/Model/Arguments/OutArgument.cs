using System.Linq.Expressions;
using Workflow.Data;
using Workflow.Expressions;

namespace Workflow;

/// <summary>An output value of an activity.</summary>
public abstract class OutArgument : Argument
{
    private protected OutArgument()
    {
    }

    /// <inheritdoc/>
    public sealed override ArgumentDirection Direction => ArgumentDirection.Out;

    /// <summary>Creates an out argument that writes an argument of the enclosing activity by name.</summary>
    /// <param name="argumentToReference">An argument with the type of the new argument.</param>
    /// <param name="referencedArgumentName">The name under which the enclosing activity declares the argument.</param>
    public static OutArgument CreateReference(OutArgument argumentToReference, string referencedArgumentName) =>
        (OutArgument)Argument.CreateReference(argumentToReference, referencedArgumentName);

    /// <summary>Creates an out argument that writes an argument of the enclosing activity by name.</summary>
    /// <param name="argumentToReference">An argument with the type of the new argument.</param>
    /// <param name="referencedArgumentName">The name under which the enclosing activity declares the argument.</param>
    /// <returns>A new argument.</returns>
    public static OutArgument CreateReference(InOutArgument argumentToReference, string referencedArgumentName)
    {
        ArgumentNullException.ThrowIfNull(argumentToReference);
        return argumentToReference.WriteOnlyReferenceTo(referencedArgumentName);
    }

    /// <summary>True if a location accepts the values that this argument writes.</summary>
    /// <param name="location">The type of the location.</param>
    internal abstract bool TargetAccepts(Type location);
}

/// <summary>An output value of type <typeparamref name="T"/>. Each write immediately changes the bound location.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class OutArgument<T> : OutArgument
{
    private ActivityWithResult? _expression;

    /// <summary>Creates an unbound argument.</summary>
    public OutArgument()
    {
    }

    /// <summary>Creates an argument that writes to a variable.</summary>
    /// <param name="variable">The variable; null leaves the argument unbound.</param>
    public OutArgument(Variable? variable) => _expression = variable?.CreateReference();

    /// <summary>Creates an argument that writes to a delegate argument.</summary>
    /// <param name="delegateArgument">The delegate argument; null leaves the argument unbound.</param>
    public OutArgument(DelegateArgument? delegateArgument) => _expression = delegateArgument?.CreateReference();

    /// <summary>Creates an argument that writes to the location that an expression tree describes, such as <c>ctx => order.Get(ctx).Total</c>.</summary>
    /// <param name="expression">The expression tree; null leaves the argument unbound.</param>
    public OutArgument(Expression<Func<ActivityContext, T>>? expression) => _expression = expression is null ? null : new LambdaReference<T>(expression);

    /// <summary>Creates an argument that writes to the location that an activity returns.</summary>
    /// <param name="expression">The activity; null leaves the argument unbound.</param>
    public OutArgument(Activity<Location<T>>? expression) => _expression = expression;

    /// <summary>The activity that returns the location; null if the argument is unbound or bound to a location of a wider type.</summary>
    public new Activity<Location<T>>? Expression
    {
        get => _expression as Activity<Location<T>>;
        set => _expression = value;
    }

    internal override Type TypeCore => typeof(T);

    /// <summary>
    /// The kind of slot. An unbound argument has a value slot: it must not share a slot with a bound argument, whose target a later run would overwrite.
    /// </summary>
    internal override SlotKind SlotKind => _expression is null ? ValueSlot<T>.Instance : OutSlot<T>.Instance;

    internal override ActivityWithResult? ExpressionCore
    {
        get => _expression;
        set => _expression = value is null or { YieldsLocation: true }
            ? value
            : throw new ArgumentException(
                $"An OutArgument<{typeof(T).Name}> needs an Activity<Location<{typeof(T).Name}>>, not '{value.DisplayName}'.", nameof(value));
    }

    /// <summary>Creates an argument for a variable, argument or delegate argument, which is looked up by name when the definition is checked.</summary>
    /// <param name="locationReferenceName">
    /// The name of a variable, argument or delegate argument in scope. The innermost declaration with the name is used.
    /// </param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public static explicit operator OutArgument<T>(string locationReferenceName)
    {
        ArgumentException.ThrowIfNullOrEmpty(locationReferenceName);
        return new OutArgument<T>(new NamedReference<T>(locationReferenceName));
    }

    /// <summary>Converts a variable to an argument that writes to the variable.</summary>
    /// <param name="variable">The variable.</param>
    public static implicit operator OutArgument<T>(Variable? variable) => new(variable);

    /// <summary>Converts a delegate argument to an argument that writes to the delegate argument.</summary>
    /// <param name="delegateArgument">The delegate argument.</param>
    public static implicit operator OutArgument<T>(DelegateArgument? delegateArgument) => new(delegateArgument);

    /// <summary>Converts an activity to an argument that writes to the location that the activity returns.</summary>
    /// <param name="expression">The activity.</param>
    public static implicit operator OutArgument<T>(Activity<Location<T>>? expression) => new(expression);

    /// <summary>Creates an argument that writes to a variable.</summary>
    /// <param name="variable">The variable.</param>
    /// <returns>A new argument.</returns>
    public static OutArgument<T> FromVariable(Variable variable) => new(variable);

    /// <summary>Creates an argument that writes to a delegate argument.</summary>
    /// <param name="delegateArgument">The delegate argument.</param>
    /// <returns>A new argument.</returns>
    public static OutArgument<T> FromDelegateArgument(DelegateArgument delegateArgument) => new(delegateArgument);

    /// <summary>Creates an argument that writes to the location that an activity returns.</summary>
    /// <param name="expression">The activity.</param>
    /// <returns>A new argument.</returns>
    public static OutArgument<T> FromExpression(Activity<Location<T>> expression) => new(expression);

    /// <summary>Gets the location of the value in a run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The location. It is the same object each time while the activity runs.</returns>
    public new Location<T> GetLocation(ActivityContext context) => (Location<T>)base.GetLocation(context);

    /// <summary>Reads the value that the activity wrote last; the default value before that.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The value.</returns>
    public new T Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Location<T>.OwnSlot(context.LocationOf(this)).Value;
    }

    /// <summary>Writes the value.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <param name="value">The value.</param>
    public void Set(ActivityContext context, T value)
    {
        ArgumentNullException.ThrowIfNull(context);
        Location<T>.OwnSlot(context.LocationOf(this)).Value = value;
    }

    // Most locations have exactly the argument's type, and GetGenericArguments takes longer than the rest of the binding.
    internal override bool TargetAccepts(Type location) =>
        location == typeof(Location<T>) || !location.IsGenericType || location.GetGenericArguments()[0].IsAssignableFrom(typeof(T));

    internal override Argument ReferenceTo(string name) => new OutArgument<T>(new ArgumentReference<T>(name));

    internal override ArgumentBinding? CreateBinding(int slot) => _expression?.CreateLocationBinding(slot);

    internal override bool Accepts(object? value) => false;
}
