using System.Globalization;
using Workflow.Definition;
using Workflow.Hosting;

namespace Workflow;

/// <summary>Looks into definitions: walks them ahead of their first run, and finds activities in them.</summary>
/// <remarks>Safe from any thread, except that no other thread may change or walk the same tree meanwhile.</remarks>
public static class WorkflowInspectionServices
{
    /// <summary>Walks and freezes a definition now, anew if it was walked before, and saves its first run that (rule 12.3).</summary>
    /// <param name="rootActivity">The root.</param>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="InvalidOperationException">The root has run, or is part of a tree that has.</exception>
    public static void CacheMetadata(Activity rootActivity) => CacheMetadata(rootActivity, null);

    /// <inheritdoc cref="CacheMetadata(Activity)"/>
    /// <param name="rootActivity">The root.</param>
    /// <param name="hostEnvironment">What the host makes visible everywhere in the tree; null for nothing.</param>
    public static void CacheMetadata(Activity rootActivity, LocationReferenceEnvironment? hostEnvironment)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        ProgramCache.ThrowIfInvalid(ProgramCache.Walk(rootActivity, FrozenDefinition.With(hostEnvironment)));
    }

    /// <summary>Finds an activity by its id (rule 12.1). A tree that was not walked yet is walked and frozen first.</summary>
    /// <param name="root">The root, or any activity of the tree.</param>
    /// <param name="id">The id, such as "1.2.1".</param>
    /// <returns>The activity.</returns>
    /// <exception cref="ArgumentException">The tree has no activity with this id.</exception>
    /// <exception cref="FormatException">It is not an id: numbers with dots between them.</exception>
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
    /// What an activity consists of directly: expressions of its arguments, defaults of its variables, children, imported and
    /// implementation ones too, handlers of its delegates. A tree that was not walked yet is walked and frozen first.
    /// </summary>
    /// <param name="activity">A root, or any activity of a tree.</param>
    /// <returns>The activities, in the order of their declaration; of an activity that is declared elsewhere, nothing.</returns>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public static IEnumerable<Activity> GetActivities(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        return FrozenDefinition.Around(activity, out int number).Map.ChildrenOf(number);
    }

    /// <summary>Whether the activity itself may let the workflow wait: by bookmarks or an asynchronous operation. What it consists of does not count.</summary>
    /// <param name="activity">The activity; it need not have been walked.</param>
    /// <returns>True when it may.</returns>
    public static bool CanInduceIdle(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        return activity.InducesIdle || activity.Kind == ActivityKind.Asynchronous;
    }
}
