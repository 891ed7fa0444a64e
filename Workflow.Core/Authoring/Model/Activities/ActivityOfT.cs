using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Expressions;

namespace Workflow;

/// <summary>An activity that returns a value of type <typeparamref name="TResult"/>.</summary>
/// <typeparam name="TResult">The type of the value.</typeparam>
public abstract class Activity<TResult> : ActivityWithResult
{
    /// <summary>Initializes an activity with a result.</summary>
    protected Activity()
    {
    }

    /// <inheritdoc cref="ActivityWithResult.Result"/>
    public new OutArgument<TResult>? Result { get; set; }

    internal override Type ResultTypeCore => typeof(TResult);

    internal override OutArgument? ResultCore
    {
        get => Result;
        set => Result = value switch
        {
            null => null,
            OutArgument<TResult> typed => typed,
            _ => throw new ArgumentException($"The result of '{DisplayName}' needs an OutArgument<{typeof(TResult).Name}>.", nameof(value)),
        };
    }

    internal override OutArgument CreateResult() => new OutArgument<TResult>();

    internal override bool YieldsLocation => typeof(Location).IsAssignableFrom(typeof(TResult));

    /// <summary>Creates a literal.</summary>
    /// <param name="constValue">The value; null is a literal null.</param>
    public static implicit operator Activity<TResult>(TResult constValue) => FromValue(constValue);

    /// <summary>Creates an expression that calls the function for each evaluation.</summary>
    /// <param name="func">The function. Its context reads arguments and variables in scope.</param>
    public static implicit operator Activity<TResult>(Func<ActivityContext, TResult> func) => new LambdaValue<TResult>(func);

    /// <summary>Creates an expression with the value of a variable.</summary>
    /// <param name="variable">The variable; its type must be assignable to <typeparamref name="TResult"/>.</param>
    public static implicit operator Activity<TResult>(Variable variable) => FromVariable(variable);

    /// <summary>Creates an expression with the value of a variable.</summary>
    /// <param name="variable">The variable.</param>
    public static implicit operator Activity<TResult>(Variable<TResult> variable) => FromVariable(variable);

    /// <summary>Creates a literal.</summary>
    /// <param name="constValue">The value; null is a literal null.</param>
    /// <returns>A new literal.</returns>
    public static Activity<TResult> FromValue(TResult constValue) => new Literal<TResult>(constValue);

    /// <summary>Creates an expression with the value of a variable, or with its location if <typeparamref name="TResult"/> is a location type.</summary>
    /// <param name="variable">The variable.</param>
    /// <returns>A new expression.</returns>
    /// <exception cref="ArgumentNullException">The variable is null.</exception>
    public static Activity<TResult> FromVariable(Variable variable)
    {
        ArgumentNullException.ThrowIfNull(variable);
        return typeof(Location).IsAssignableFrom(typeof(TResult)) && variable.CreateReference() is Activity<TResult> reference
            ? reference
            : new VariableValue<TResult>(variable);
    }

    /// <summary>Creates an expression with the value of a variable.</summary>
    /// <param name="variable">The variable.</param>
    /// <returns>A new expression.</returns>
    /// <exception cref="ArgumentNullException">The variable is null.</exception>
    public static Activity<TResult> FromVariable(Variable<TResult> variable)
    {
        ArgumentNullException.ThrowIfNull(variable);
        return new VariableValue<TResult>(variable);
    }

    /// <summary>Evaluates an inline expression. Its context includes all outer scopes.</summary>
    internal virtual TResult Evaluate(ActivityContext context) => throw new NotSupportedException();

    internal override Location EvaluateLocation(ActivityContext context) => (Location)(object)Evaluate(context)!;

    internal override void InvokeCompletion(Delegate callback, NativeActivityContext context, ActivityInstance completed, Location? result)
    {
        Debug.Assert(callback is CompletionCallback<TResult>, "ScheduleActivity accepts a callback with the type of the result only.");
        Unsafe.As<CompletionCallback<TResult>>(callback)(context, completed, result is null ? default! : Location<TResult>.Read(result));
    }
}
