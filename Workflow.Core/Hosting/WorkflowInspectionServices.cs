using System.Globalization;
using Workflow.Definition;
using Workflow.Hosting;

namespace Workflow;

/// <summary>Inspects definitions: walks them before their first run, and finds activities in them.</summary>
/// <remarks>Thread-safe, except that no other thread may change or walk the same tree at the same time.</remarks>
public static class WorkflowInspectionServices
{
    /// <summary>Walks and freezes a definition now, again if it was walked before, so that the first run need not do it (rule 12.3).</summary>
    /// <param name="rootActivity">The root.</param>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="InvalidOperationException">The root has run, or is part of a tree that has.</exception>
    public static void CacheMetadata(Activity rootActivity) => CacheMetadata(rootActivity, null);

    /// <inheritdoc cref="CacheMetadata(Activity)"/>
    /// <param name="rootActivity">The root.</param>
    /// <param name="hostEnvironment">The environment that the host makes visible everywhere in the tree; null for none.</param>
    public static void CacheMetadata(Activity rootActivity, LocationReferenceEnvironment? hostEnvironment)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        ProgramCache.ThrowIfInvalid(ProgramCache.Walk(rootActivity, FrozenDefinition.With(hostEnvironment)));
    }

    /// <summary>Finds an activity by its id (rule 12.1). A tree that was not walked before is walked and frozen first.</summary>
    /// <param name="root">The root, or any activity of the tree.</param>
    /// <param name="id">The id, such as "1.2.1".</param>
    /// <returns>The activity.</returns>
    /// <exception cref="ArgumentException">The tree has no activity with this id.</exception>
    /// <exception cref="FormatException">The text is not an id: numbers separated by dots.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public static Activity Resolve(Activity root, string id)
    {
        ArgumentNullException.ThrowIfNull(root);
        ArgumentException.ThrowIfNullOrEmpty(id);
        if (!Array.TrueForAll(id.Split('.'), number => int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out _)))
        {
            throw new FormatException($"'{id}' is not the id of an activity; an id consists of numbers with dots between them.");
        }

        Program program = FrozenDefinition.Around(root, out _);
        return program.Map.Find(id)
            ?? throw new ArgumentException($"The tree of '{program.Root.DisplayName}' has no activity with the id '{id}'.", nameof(id));
    }

    /// <summary>
    /// Returns the direct parts of an activity: the expressions of its arguments, the defaults of its variables, its children, including imported and
    /// implementation ones, and the handlers of its delegates. A tree that was not walked before is walked and frozen first.
    /// </summary>
    /// <param name="activity">A root, or any activity of a tree.</param>
    /// <returns>The activities, in the order of their declaration; empty for an activity that is declared elsewhere.</returns>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public static IEnumerable<Activity> GetActivities(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        return FrozenDefinition.Around(activity, out int number).Map.ChildrenOf(number);
    }

    /// <summary>
    /// Returns true if the activity itself may make the workflow wait, with bookmarks or an asynchronous operation. The activities that it contains do not
    /// count.
    /// </summary>
    /// <param name="activity">The activity. It need not have been walked.</param>
    /// <returns>True if the activity may make the workflow wait.</returns>
    public static bool CanInduceIdle(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        return activity.InducesIdle || activity.Kind == ActivityKind.Asynchronous;
    }
}
