using System.Globalization;
using Workflow.Foundation;

namespace Workflow;

/// <summary>
/// The texts of the objects of the model for debuggers. A debugger evaluates them at any time, while all threads are stopped. They must therefore not
/// run code of applications (not even <c>ToString</c>), wait, throw or change anything.
/// </summary>
internal static class DebuggerTexts
{
    private const int LongestText = 60;

    /// <summary>Returns the id if there is one, the name, and the type if the name does not contain it: <c>1.2: Charge (CallService)</c>.</summary>
    public static string Of(Activity activity)
    {
        string named = Named(activity.DisplayName, activity.GetType());
        return activity.Id is { } id ? $"{id}: {named}" : named;
    }

    public static string Of(ActivityInstance instance) => $"{Of(instance.Activity)}, run {instance.Id}, {instance.State}";

    public static string Of(ActivityDelegate action) =>
        $"{Named(action.DisplayName, action.GetType())}, {(action.Handler is { } handler ? $"handled by {Of(handler)}" : "no handler")}";

    public static string Of(Argument argument)
    {
        string declared = $"{argument.Direction} {TypeNames.Of(argument.ArgumentType)}";
        return argument.Expression is { } expression ? $"{declared} = {OfExpression(expression)}" : $"{declared}, unbound";
    }

    public static string Of(RuntimeArgument argument) =>
        argument.Bound is { } bound ? $"{argument.Name}: {Of(bound)}" : $"{argument.Name}: {argument.Direction} {TypeNames.Of(argument.Type)}, unbound";

    public static string Of(Variable variable)
    {
        string declared = $"{NameOf(variable)}: {TypeNames.Of(variable.Type)}";
        return variable.Default is { } initial ? $"{declared} = {OfExpression(initial)}" : declared;
    }

    public static string Of(DelegateArgument argument) => $"{NameOf(argument)}: {argument.Direction} {TypeNames.Of(argument.Type)}";

    public static string Of(BookmarkScope scope) => scope switch
    {
        { IsDefault: true } => "default scope",
        { IsInitialized: true } => $"scope {scope.Id}",
        _ => string.Create(CultureInfo.InvariantCulture, $"scope without id, #{scope.TemporaryId}"),
    };

    /// <summary>Returns the name of a reference; null for a reference of a class of the application, whose own code computes the name.</summary>
    public static string? NameOf(LocationReference? reference) => reference switch
    {
        Variable or DelegateArgument or RuntimeArgument => string.IsNullOrEmpty(reference.Name) ? "(unnamed)" : reference.Name,
        _ => null,
    };

    /// <summary>Returns the text of a value of a simple .NET type; the name of the type for any other value.</summary>
    public static string OfConstant(object? value) => value switch
    {
        null => "null",
        string { Length: > LongestText } text => $"\"{text[..LongestText]}…\"",
        string text => $"\"{text}\"",
        Enum => value.ToString()!,
        IConvertible or TimeSpan or DateTimeOffset or Guid when value.GetType().Assembly == typeof(object).Assembly =>
            Convert.ToString(value, CultureInfo.InvariantCulture)!,
        _ => TypeNames.Of(value.GetType()),
    };

    private static string OfExpression(ActivityWithResult expression) => expression.DebuggerValue ?? Of(expression);

    private static string Named(string name, Type type)
    {
        string typeName = TypeNames.Of(type);
        return name == typeName ? name : $"{name} ({typeName})";
    }
}
