using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Converts expression trees to expression activities, so that a definition consists of activities only.</summary>
/// <remarks>
/// <para>These nodes are converted: <c>x.Get(context)</c> and <c>context.GetValue(x)</c> of variables, arguments and delegate arguments; constants of value
/// types and strings; the operators that have an activity, and others that are methods of a type; conversions; fields, properties, elements and indexers;
/// calls of public methods and constructors; new arrays with lengths. An argument is identified by the name of its property.</para>
/// <para>No other node has an activity: conditionals, initializers, nested lambdas, members that are not public, and objects of the code around the
/// tree, including captured local variables. A <see cref="LambdaValue{TResult}"/> supports all nodes.</para>
/// <para>Thread-safe.</para>
/// </remarks>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
public static class ExpressionServices
{
    /// <summary>Converts a tree to an equivalent activity.</summary>
    /// <typeparam name="TResult">The type of the value.</typeparam>
    /// <param name="expression">The tree.</param>
    /// <returns>A new activity.</returns>
    /// <exception cref="ArgumentNullException">The tree is null.</exception>
    /// <exception cref="NotSupportedException">The tree has a node without an activity. The message names the node.</exception>
    public static Activity<TResult> Convert<TResult>(Expression<Func<ActivityContext, TResult>> expression) =>
        ToValue(expression, out string? problem) ?? throw new NotSupportedException(problem);

    /// <summary>Converts a tree to an equivalent activity, if possible.</summary>
    /// <typeparam name="TResult">The type of the value.</typeparam>
    /// <param name="expression">The tree; if it is null, the result is null.</param>
    /// <param name="result">A new activity; null if the tree is null or has a node without an activity.</param>
    /// <returns>True if the tree was converted.</returns>
    public static bool TryConvert<TResult>(Expression<Func<ActivityContext, TResult>>? expression, [NotNullWhen(true)] out Activity<TResult>? result)
    {
        result = expression is null ? null : ToValue(expression, out _);
        return result is not null;
    }

    /// <summary>Converts a tree for a location to an activity that returns the location, for an out or in-out argument.</summary>
    /// <typeparam name="TResult">The type of the location.</typeparam>
    /// <param name="expression">The tree.</param>
    /// <returns>A new activity.</returns>
    /// <exception cref="ArgumentNullException">The tree is null.</exception>
    /// <exception cref="NotSupportedException">
    /// The tree does not describe a location, or has a node without an activity. The message names the node.
    /// </exception>
    public static Activity<Location<TResult>> ConvertReference<TResult>(Expression<Func<ActivityContext, TResult>> expression) =>
        ToReference(expression, out string? problem) ?? throw new NotSupportedException(problem);

    /// <summary>Converts a tree for a location to an activity that returns the location, if possible.</summary>
    /// <typeparam name="TResult">The type of the location.</typeparam>
    /// <param name="expression">The tree; if it is null, the result is null.</param>
    /// <param name="result">A new activity; null if the tree is null, does not describe a location, or has a node without an activity.</param>
    /// <returns>True if the tree was converted.</returns>
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
