namespace Workflow;

/// <summary>The error for code that uses a location that is not visible to it (rules 4.8 and 12.3).</summary>
internal static class InvisibleReference
{
    /// <summary>Creates the exception for a reference that is not visible.</summary>
    /// <param name="reference">The reference that the code read or wrote.</param>
    /// <param name="activity">The activity of the code or expression.</param>
    /// <param name="isExpression">True if the code is an expression, to which all outer scopes are visible.</param>
    public static InvalidOperationException Of(LocationReference reference, Activity activity, bool isExpression)
    {
        // A lambda that runs as its own child, such as a condition, has no name that users know, so the message names its parent.
        Activity reader = activity is ActivityWithResult { IsInline: true, Parent: { } parent } ? parent : activity;
        string kind = reference is Variable ? "variable" : reference is DelegateArgument ? "delegate argument" : "argument";
        if (reference.ScopeId > 0 && reference.Owner is { Walk: { } walk } owner && walk.Root != activity.Walk?.Root)
        {
            return new InvalidOperationException(
                $"The {kind} '{reference.Name}' belongs to {owner.DescribePosition()} and cannot be read by {reader.DescribePosition()}; give each workflow one of its own.");
        }

        return new InvalidOperationException(
            !isExpression
                ? $"'{reference.Name}' is not visible to '{reader.DisplayName}': an activity reads its own arguments and its own implementation variables; "
                    + "bind an argument to anything else."
                : reference is Variable
                    ? $"The variable '{reference.Name}' is not in scope for an expression of '{reader.DisplayName}'; declare it in Variables of an enclosing activity."
                    : $"The {kind} '{reference.Name}' is not in scope for an expression of '{reader.DisplayName}'; read it inside the activity or delegate that declares it.");
    }

    public static InvalidOperationException Undeclared(Argument argument, Activity activity) => new(
        $"The argument {(argument.Declared is { Name: { } name } ? $"'{name}'" : $"of type '{argument.ArgumentType}'")} was read by '{activity.DisplayName}', "
        + "which does not declare it; make it a public property, or add it in CacheMetadata after the call of the base, which replaces what was added before.");
}
