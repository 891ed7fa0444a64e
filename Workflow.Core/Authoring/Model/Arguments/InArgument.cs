using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Expressions;

namespace Workflow;

/// <summary>An input value of an activity.</summary>
public abstract class InArgument : Argument
{
    private protected InArgument()
    {
    }

    /// <inheritdoc/>
    public sealed override ArgumentDirection Direction => ArgumentDirection.In;

    /// <summary>Creates an in argument that reads an argument of the enclosing activity by name.</summary>
    /// <param name="argumentToReference">An argument with the type of the new argument.</param>
    /// <param name="referencedArgumentName">The name under which the enclosing activity declares the argument.</param>
    /// <returns>A new argument.</returns>
    public static InArgument CreateReference(InArgument argumentToReference, string referencedArgumentName) =>
        (InArgument)Argument.CreateReference(argumentToReference, referencedArgumentName);

    /// <summary>Creates an in argument that reads an argument of the enclosing activity by name.</summary>
    /// <param name="argumentToReference">An argument with the type of the new argument.</param>
    /// <param name="referencedArgumentName">The name under which the enclosing activity declares the argument.</param>
    /// <returns>A new argument.</returns>
    public static InArgument CreateReference(InOutArgument argumentToReference, string referencedArgumentName)
    {
        ArgumentNullException.ThrowIfNull(argumentToReference);
        return argumentToReference.ReadOnlyReferenceTo(referencedArgumentName);
    }
}

/// <summary>An input value of type <typeparamref name="T"/>, which is evaluated once before the activity runs.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class InArgument<T> : InArgument
{
    private Activity<T>? _expression;

    /// <summary>Creates an unbound argument.</summary>
    public InArgument()
    {
    }

    /// <summary>Creates an argument with the value of a variable.</summary>
    /// <param name="variable">The variable; null leaves the argument unbound.</param>
    public InArgument(Variable? variable) => _expression = variable is null ? null : Activity<T>.FromVariable(variable);

    /// <summary>Creates an argument with the value of a delegate argument.</summary>
    /// <param name="delegateArgument">The delegate argument; null leaves the argument unbound.</param>
    public InArgument(DelegateArgument? delegateArgument) =>
        _expression = delegateArgument is null ? null : new DelegateArgumentValue<T>(delegateArgument);

    /// <summary>Creates an argument with a constant value.</summary>
    /// <param name="constValue">The value.</param>
    public InArgument(T constValue) => _expression = new Literal<T>(constValue);

    /// <summary>Creates an argument whose value a function computes. Nothing is compiled at run time.</summary>
    /// <param name="expression">The function; null leaves the argument unbound.</param>
    [OverloadResolutionPriority(1)]
    public InArgument(Func<ActivityContext, T>? expression) => _expression = expression is null ? null : new LambdaValue<T>(expression);

    /// <summary>Creates an argument whose value an expression tree computes. The tree is compiled once.</summary>
    /// <param name="expression">The expression tree; null leaves the argument unbound.</param>
    public InArgument(Expression<Func<ActivityContext, T>>? expression) => _expression = expression is null ? null : new LambdaValue<T>(expression);

    /// <summary>Creates an argument with the result of an activity.</summary>
    /// <param name="expression">The activity; null leaves the argument unbound.</param>
    public InArgument(Activity<T>? expression) => _expression = expression;

    /// <inheritdoc cref="Argument.Expression"/>
    public new Activity<T>? Expression
    {
        get => _expression;
        set => _expression = value;
    }

    internal override Type TypeCore => typeof(T);

    internal override SlotKind SlotKind => ValueSlot<T>.Instance;

    internal override ActivityWithResult? ExpressionCore
    {
        get => _expression;
        set => _expression = value switch
        {
            null => null,
            Activity<T> typed => typed,
            _ => throw new ArgumentException($"An InArgument<{typeof(T).Name}> needs an Activity<{typeof(T).Name}>, not '{value.DisplayName}'.", nameof(value)),
        };
    }

    /// <summary>Converts a variable to an argument with its value.</summary>
    /// <param name="variable">The variable.</param>
    public static implicit operator InArgument<T>(Variable? variable) => new(variable);

    /// <summary>Converts a delegate argument to an argument with its value.</summary>
    /// <param name="delegateArgument">The delegate argument.</param>
    public static implicit operator InArgument<T>(DelegateArgument? delegateArgument) => new(delegateArgument);

    /// <summary>Converts an activity to an argument with its result.</summary>
    /// <param name="expression">The activity.</param>
    public static implicit operator InArgument<T>(Activity<T>? expression) => new(expression);

    /// <summary>Converts a function to an argument that calls it.</summary>
    /// <param name="expression">The function.</param>
    public static implicit operator InArgument<T>(Func<ActivityContext, T>? expression) => new(expression);

    /// <summary>Converts a constant to an argument.</summary>
    /// <param name="constValue">The value.</param>
    public static implicit operator InArgument<T>(T constValue) => new(constValue);

    /// <summary>Creates an argument with the value of a variable.</summary>
    /// <param name="variable">The variable.</param>
    /// <returns>A new argument.</returns>
    public static InArgument<T> FromVariable(Variable variable) => new(variable);

    /// <summary>Creates an argument with the value of a delegate argument.</summary>
    /// <param name="delegateArgument">The delegate argument.</param>
    /// <returns>A new argument.</returns>
    public static InArgument<T> FromDelegateArgument(DelegateArgument delegateArgument) => new(delegateArgument);

    /// <summary>Creates an argument with the result of an activity.</summary>
    /// <param name="expression">The activity.</param>
    /// <returns>A new argument.</returns>
    public static InArgument<T> FromExpression(Activity<T> expression) => new(expression);

    /// <summary>Creates an argument with a constant value.</summary>
    /// <param name="constValue">The value.</param>
    /// <returns>A new argument.</returns>
    public static InArgument<T> FromValue(T constValue) => new(constValue);

    /// <summary>
    /// Creates an argument with the value of a variable, argument or delegate argument, which is looked up by name when the definition is checked.
    /// </summary>
    /// <param name="locationName">The name of a variable, argument or delegate argument in scope. The innermost declaration with the name is used.</param>
    /// <returns>A new argument.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public static InArgument<T> FromLocationName(string locationName)
    {
        ArgumentException.ThrowIfNullOrEmpty(locationName);
        return new InArgument<T>(new NamedValue<T>(locationName));
    }

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The value.</returns>
    public new T Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Location<T>.ReadOwn(context.LocationOf(this));
    }

    /// <summary>Changes the value for the activity itself, in this run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <param name="value">The value.</param>
    public void Set(ActivityContext context, T value)
    {
        ArgumentNullException.ThrowIfNull(context);
        Location<T>.WriteOwn(context.LocationOf(this), value);
    }

    internal override Argument ReferenceTo(string name) => new InArgument<T>(new ArgumentValue<T>(name));

    internal override ArgumentBinding? CreateBinding(int slot) =>
        _expression is null ? null : ValueBinding<T>.For(_expression, slot);

    internal override bool Accepts(object? value) => TypeMetadata.Accepts(typeof(T), value);
}
