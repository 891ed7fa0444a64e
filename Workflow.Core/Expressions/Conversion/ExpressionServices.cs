using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Turns expression trees into expression activities, so that a definition consists of activities alone.</summary>
/// <remarks>
/// <para>Converted are: <c>x.Get(context)</c> and <c>context.GetValue(x)</c> of variables, arguments and delegate arguments; constants of value types and
/// strings; the operators that have an activity, and others that are methods of a type; conversions; fields, properties, elements and indexers; calls of
/// public methods and constructors; new arrays of given lengths. An argument is known by the name of the property that holds it.</para>
/// <para>Anything else has no activity: conditionals, initializers, nested lambdas, members that are not public, and objects of the code around the
/// tree, captured locals among them. A <see cref="LambdaValue{TResult}"/> takes them all.</para>
/// <para>Safe from any thread.</para>
/// </remarks>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
public static class ExpressionServices
{
    /// <summary>Converts a tree to an activity that computes the same.</summary>
    /// <typeparam name="TResult">The type of the value.</typeparam>
    /// <param name="expression">The tree.</param>
    /// <returns>A new activity.</returns>
    /// <exception cref="ArgumentNullException">The tree is null.</exception>
    /// <exception cref="NotSupportedException">The tree has a node that no activity stands for; the message names it.</exception>
    public static Activity<TResult> Convert<TResult>(Expression<Func<ActivityContext, TResult>> expression) =>
        ToValue(expression, out string? problem) ?? throw new NotSupportedException(problem);

    /// <summary>Converts a tree to an activity that computes the same, if there is one.</summary>
    /// <typeparam name="TResult">The type of the value.</typeparam>
    /// <param name="expression">The tree; for null there is no activity.</param>
    /// <param name="result">A new activity; null when the tree is null or has a node that no activity stands for.</param>
    /// <returns>Whether there is one.</returns>
    public static bool TryConvert<TResult>(Expression<Func<ActivityContext, TResult>>? expression, [NotNullWhen(true)] out Activity<TResult>? result)
    {
        result = expression is null ? null : ToValue(expression, out _);
        return result is not null;
    }

    /// <summary>Converts a tree that names a place to an activity that yields it, for an out or in-out argument.</summary>
    /// <typeparam name="TResult">The type of the place.</typeparam>
    /// <param name="expression">The tree.</param>
    /// <returns>A new activity.</returns>
    /// <exception cref="ArgumentNullException">The tree is null.</exception>
    /// <exception cref="NotSupportedException">The tree names no place, or has a node that no activity stands for; the message names it.</exception>
    public static Activity<Location<TResult>> ConvertReference<TResult>(Expression<Func<ActivityContext, TResult>> expression) =>
        ToReference(expression, out string? problem) ?? throw new NotSupportedException(problem);

    /// <summary>Converts a tree that names a place to an activity that yields it, if there is one.</summary>
    /// <typeparam name="TResult">The type of the place.</typeparam>
    /// <param name="expression">The tree; for null there is no activity.</param>
    /// <param name="result">A new activity; null when the tree is null, names no place, or has a node that no activity stands for.</param>
    /// <returns>Whether there is one.</returns>
    public static bool TryConvertReference<TResult>(
        Expression<Func<ActivityContext, TResult>>? expression, [NotNullWhen(true)] out Activity<Location<TResult>>? result)
    {
        result = expression is null ? null : ToReference(expression, out _);
        return result is not null;
    }

    private static Activity<TResult>? ToValue<TResult>(Expression<Func<ActivityContext, TResult>> expression, out string? problem)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Conversion conversion = new(expression.Parameters[0]);
        ActivityWithResult? converted = conversion.Values.ConvertTo(expression.Body, typeof(TResult));
        problem = conversion.Problem;
        return (Activity<TResult>?)converted;
    }

    private static Activity<Location<TResult>>? ToReference<TResult>(Expression<Func<ActivityContext, TResult>> expression, out string? problem)
    {
        ArgumentNullException.ThrowIfNull(expression);
        Conversion conversion = new(expression.Parameters[0]);
        ActivityWithResult? converted = conversion.References.Convert(expression.Body);
        if (converted is not null && converted is not Activity<Location<TResult>>)
        {
            conversion.Fail($"'{expression.Body}' is a location of type '{expression.Body.Type}', not of '{typeof(TResult)}'; the types must be equal.");
            converted = null;
        }

        problem = conversion.Problem;
        return (Activity<Location<TResult>>?)converted;
    }
}
