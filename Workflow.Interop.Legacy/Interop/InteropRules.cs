using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy;

/// <summary>The activities and services that an <c>Interop</c> activity does not support.</summary>
internal static class InteropRules
{
    /// <summary>Activities that need a runtime of their own, with the reason and the alternative.</summary>
    public static readonly IReadOnlyDictionary<Type, string> RefusedActivities = new Dictionary<Type, string>
    {
        [typeof(InvokeWorkflowActivity)] = "starts a workflow in a WorkflowRuntime; start it in an activity of the new workflow",
        [typeof(SuspendActivity)] = "suspends an instance of a WorkflowRuntime; let the new workflow wait for a bookmark",
    };

    /// <summary>The base classes of services that a host must not have as extensions.</summary>
    public static readonly IReadOnlyList<Type> RefusedServices =
        [typeof(WorkflowSchedulerService), typeof(WorkflowPersistenceService), typeof(WorkflowCommitWorkBatchService), typeof(WorkflowLoaderService)];

    /// <summary>Returns the problem of a type, as a sentence without a subject; null if the type is valid.</summary>
    public static string? ProblemOf(Type? type) => type is null
        ? "has no ActivityType; set the type of an activity of Workflow.Interop.Legacy"
        : !typeof(Activity).IsAssignableFrom(type)
            ? $"has the ActivityType '{type}', which is no activity of Workflow.Interop.Legacy; use a class that derives from its Activity"
            : type.IsAbstract || type.ContainsGenericParameters || type.GetConstructor(Type.EmptyTypes) is null || !type.IsVisible
                ? $"has the ActivityType '{type}', of which no object can be made; use a public class with a public constructor without parameters"
                : null;

    /// <summary>Returns the problems of a tree of activities, as sentences.</summary>
    public static IEnumerable<string> ProblemsOf(Activity root) =>
        from activity in ActivityNames.Tree(root)
        from refused in RefusedActivities
        where refused.Key.IsInstanceOfType(activity) && IsEnabled(activity)
        select $"The activity '{activity.QualifiedName}' {refused.Value}.";

    /// <summary>True if a tree ends transactions or saves the instance by itself. Neither is possible in a transaction of the workflow.</summary>
    public static bool NeedsOwnTransaction(Activity root) =>
        ActivityNames.Tree(root).Any(static activity => PersistOnCloseAttribute.IsOn(activity) && IsEnabled(activity));

    private static bool IsEnabled(Activity activity)
    {
        Activity? current = activity;
        while (current is { Enabled: true })
        {
            current = current.Parent;
        }

        return current is null;
    }
}
