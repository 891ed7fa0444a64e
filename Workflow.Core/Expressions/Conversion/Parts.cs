using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Creates activities and arguments whose types are known only at run time.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal static class Parts
{
    /// <summary>Creates an activity of a generic class.</summary>
    public static ActivityWithResult Make(Type definition, params Type[] types) =>
        (ActivityWithResult)Activator.CreateInstance(definition.MakeGenericType(types))!;

    /// <summary>Sets a property of an activity. The property must exist.</summary>
    public static T With<T>(this T activity, string property, object? value)
        where T : ActivityWithResult
    {
        activity.GetType().GetProperty(property)!.SetValue(activity, value);
        return activity;
    }

    /// <summary>Adds items to a list that is the value of a property.</summary>
    public static ActivityWithResult Adding(this ActivityWithResult activity, string property, IEnumerable<object> items)
    {
        System.Collections.IList list = (System.Collections.IList)activity.GetType().GetProperty(property)!.GetValue(activity)!;
        foreach (object item in items)
        {
            list.Add(item);
        }

        return activity;
    }

    /// <summary>Creates an in argument of the type of the expression.</summary>
    public static Argument In(ActivityWithResult expression) => Bind(expression.ResultType, ArgumentDirection.In, expression);

    /// <summary>Creates an out or in-out argument for the location that the expression returns.</summary>
    public static Argument On(ActivityWithResult reference, ArgumentDirection direction) =>
        Bind(reference.ResultType.GetGenericArguments()[0], direction, reference);

    private static Argument Bind(Type type, ArgumentDirection direction, ActivityWithResult expression)
    {
        Argument argument = Argument.Create(type, direction);
        argument.Expression = expression;
        return argument;
    }
}
