using Workflow.Definition;

namespace Workflow.Runtime.Scheduling;

/// <summary>Creates the exceptions for an activity that schedules an object that is not, or no longer, in its tree (rules 1.10 and 12.3).</summary>
internal static class UnknownActivity
{
    public static ArgumentException CreateException(Program program, Activity scheduler, Activity activity) => new(
        activity.Walk is { } walk && walk.Root != program.Root
            ? $"'{activity.DisplayName}' is part of {(activity.Parent ?? activity).DescribePosition()} and cannot be scheduled by {scheduler.DescribePosition()}; "
                + "give each workflow an activity object of its own."
            : $"'{activity.DisplayName}' is not part of this workflow's tree; declare it as a child of '{scheduler.DisplayName}' in CacheMetadata.",
        nameof(activity));

    public static ArgumentException CreateException(Program program, Activity scheduler, ActivityDelegate activityDelegate) => new(
        activityDelegate is { Owner: { } owner, Walk: { } walk } && walk.Root != program.Root
            ? $"The delegate '{activityDelegate.DisplayName}' is part of {owner.DescribePosition()} and cannot be scheduled by {scheduler.DescribePosition()}; "
                + "give each workflow a delegate of its own."
            : $"The delegate '{activityDelegate.DisplayName}' is not part of this workflow's tree; declare it in CacheMetadata of '{scheduler.DisplayName}'.",
        nameof(activityDelegate));

    public static InvalidOperationException CreateException(Activity owner, ActivityWithResult expression) => new(
        $"The expression '{expression.DisplayName}' of {owner.DescribePosition()} is part of {(expression.Parent ?? expression).DescribePosition()} now; "
        + "give each workflow an activity object of its own.");
}
