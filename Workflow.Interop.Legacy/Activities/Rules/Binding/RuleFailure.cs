namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>What compiled rules call when something fails.</summary>
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

    /// <summary>The exception of a member, with what failed. Exceptions of rules inside rules say that already.</summary>
    public static RuleException Wrap(Exception exception, string subject) =>
        exception as RuleException ?? new RuleEvaluationException($"The {subject} failed: {exception.Message}", exception);
}
