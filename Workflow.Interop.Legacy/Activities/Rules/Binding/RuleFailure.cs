namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Creates the exceptions of compiled rules.</summary>
internal static class RuleFailure
{
    public static T NotNull<T>(T? value, string text)
        where T : class => value ?? throw new InvalidOperationException($"'{text}' is null; check it in the condition before its members are used.");

    public static bool Guard(Func<object, bool> condition, object target, string subject)
    {
        try
        {
            return condition(target);
        }
        catch (Exception exception)
        {
            throw Wrap(exception, subject);
        }
    }

    public static void Guard(Action<object> action, object target, string subject)
    {
        try
        {
            action(target);
        }
        catch (Exception exception)
        {
            throw Wrap(exception, subject);
        }
    }

    /// <summary>
    /// Wraps an exception, and names the part of the rule that failed. The exceptions of nested rules already contain that name and are returned unchanged.
    /// </summary>
    public static RuleException Wrap(Exception exception, string subject) =>
        exception as RuleException ?? new RuleEvaluationException($"The {subject} failed: {exception.Message}", exception);
}
