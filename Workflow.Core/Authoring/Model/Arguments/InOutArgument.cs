using System.Linq.Expressions;
using Workflow.Data;
using Workflow.Expressions;

namespace Workflow;

/// <summary>A value that an activity reads and writes.</summary>
public abstract class InOutArgument : Argument
{
    private protected InOutArgument()
    {
    }

    /// <inheritdoc/>
    public sealed override ArgumentDirection Direction => ArgumentDirection.InOut;

    /// <summary>Creates an in-out argument that reads and writes an argument of the enclosing activity by name.</summary>
    /// <param name="argumentToReference">An argument with the type of the new argument.</param>
    /// <param name="referencedArgumentName">The name under which the enclosing activity declares the argument.</param>
    public static InOutArgument CreateReference(InOutArgument argumentToReference, string referencedArgumentName) =>
        (InOutArgument)Argument.CreateReference(argumentToReference, referencedArgumentName);

    internal abstract InArgument ReadOnlyReferenceTo(string name);

    internal abstract OutArgument WriteOnlyReferenceTo(string name);
}

/// <summary>A value of type <typeparamref name="T"/> that an activity reads and writes in place.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class InOutArgument<T> : InOutArgument
{
    private Activity<Location<T>>? _expression;

    /// <summary>Creates an unbound argument.</summary>
    public InOutArgument()
    {
    }

    /// <summary>Creates an argument that reads and writes a variable.</summary>
    /// <param name="variable">The variable, of exactly the argument's type; null leaves the argument unbound.</param>
    public InOutArgument(Variable? variable) => ExpressionCore = variable?.CreateReference();

    /// <summary>Creates an argument that reads and writes a variable.</summary>
    /// <param name="variable">The variable; null leaves the argument unbound.</param>
    public InOutArgument(Variable<T>? variable) => ExpressionCore = variable?.CreateReference();

    /// <summary>Creates an argument for the location that an expression tree describes.</summary>
    /// <param name="expression">The expression tree; null leaves the argument unbound.</param>
    public InOutArgument(Expression<Func<ActivityContext, T>>? expression) => _expression = expression is null ? null : new LambdaReference<T>(expression);

    /// <summary>Creates an argument for the location that an activity returns.</summary>
    /// <param name="expression">The activity; null leaves the argument unbound.</param>
    public InOutArgument(Activity<Location<T>>? expression) => _expression = expression;

    /// <inheritdoc cref="Argument.Expression"/>
    public new Activity<Location<T>>? Expression
    {
        get => _expression;
        set => _expression = value;
    }

    internal override Type TypeCore => typeof(T);

    internal override SlotKind SlotKind => InOutSlot<T>.Instance;

    internal override ActivityWithResult? ExpressionCore
    {
        get => _expression;
        set => _expression = value switch
        {
            null => null,
            Activity<Location<T>> typed => typed,
            _ => throw new ArgumentException(
                $"An InOutArgument<{typeof(T).Name}> needs an Activity<Location<{typeof(T).Name}>>, not '{value.DisplayName}'.", nameof(value)),
        };
    }

    /// <summary>Creates an argument for a variable, argument or delegate argument, which is looked up by name when the definition is checked.</summary>
    /// <param name="locationReferenceName">
    /// The name of a variable, argument or delegate argument in scope. The innermost declaration with the name is used.
    /// </param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public static explicit operator InOutArgument<T>(string locationReferenceName)
    {
        ArgumentException.ThrowIfNullOrEmpty(locationReferenceName);
        return new InOutArgument<T>(new NamedReference<T>(locationReferenceName));
    }

    /// <summary>Converts a variable to an argument that reads and writes the variable.</summary>
    /// <param name="variable">The variable.</param>
    public static implicit operator InOutArgument<T>(Variable<T>? variable) => new(variable);

    /// <summary>Converts an activity to an argument for the location that the activity returns.</summary>
    /// <param name="expression">The activity.</param>
    public static implicit operator InOutArgument<T>(Activity<Location<T>>? expression) => new(expression);

    /// <summary>Creates an argument that reads and writes a variable.</summary>
    /// <param name="variable">The variable.</param>
    /// <returns>A new argument.</returns>
    public static InOutArgument<T> FromVariable(Variable<T> variable) => new(variable);

    /// <summary>Creates an argument for the location that an activity returns.</summary>
    /// <param name="expression">The activity.</param>
    /// <returns>A new argument.</returns>
    public static InOutArgument<T> FromExpression(Activity<Location<T>> expression) => new(expression);

    /// <summary>Gets the location of the value in a run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The location. It is the same object each time while the activity runs.</returns>
    public new Location<T> GetLocation(ActivityContext context) => (Location<T>)base.GetLocation(context);

    /// <summary>Reads the value.</summary>
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

    internal override Argument ReferenceTo(string name) => new InOutArgument<T>(new ArgumentReference<T>(name));

    internal override InArgument ReadOnlyReferenceTo(string name) => new InArgument<T>(new ArgumentValue<T>(name));

    internal override OutArgument WriteOnlyReferenceTo(string name) => new OutArgument<T>(new ArgumentReference<T>(name));

    internal override ArgumentBinding? CreateBinding(int slot) => _expression?.CreateLocationBinding(slot);

    internal override bool Accepts(object? value) => TypeMetadata.Accepts(typeof(T), value);
}
