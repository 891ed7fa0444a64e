using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Changes the definition of one workflow instance. Add activities to the activities of <see cref="TransientWorkflow"/>, or remove some of them, and pass this
/// object to <c>WorkflowInstance.ApplyWorkflowChanges</c> or <see cref="CompositeActivity.ApplyWorkflowChanges"/>. Other instances do not change. Not
/// thread-safe.
/// </summary>
public sealed class WorkflowChanges
{
    /// <summary>
    /// Identifies the attached property with the condition that must be true when changes are applied to a workflow. Set it on the root of the workflow.
    /// </summary>
    public static readonly DependencyProperty ConditionProperty = DependencyProperty.RegisterAttached(
        "Condition", typeof(ActivityCondition), typeof(WorkflowChanges), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    private readonly TreeOrigin _origin;

    /// <summary>Creates a set of changes for a workflow.</summary>
    /// <param name="rootActivity">The root of the workflow: in code of an instance's activities, the root of that instance; otherwise, the result of
    /// <c>WorkflowInstance.GetWorkflowDefinition</c>.</param>
    /// <exception cref="ArgumentException">The activity is not the root of a workflow, has no children, or does not belong to a runtime.</exception>
    public WorkflowChanges(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        _origin = (rootActivity as CompositeActivity)?.Runtime.Origin ?? throw new ArgumentException(
            $"'{rootActivity.QualifiedName}' is not the root of a workflow that can change; pass the root of an instance, or the result of GetWorkflowDefinition.",
            nameof(rootActivity));
        Given = [.. ActivityNames.Tree(rootActivity)];
        Tree = new TransientTree(_origin.NewTree());
    }

    /// <summary>
    /// The modified definition. Its activities do not run. Children can be added and removed, except children that belong to the type of a custom activity.
    /// Properties of existing activities do not change.
    /// </summary>
    public CompositeActivity TransientWorkflow => Tree.Root;

    /// <summary>The changes made so far, in the order of the activities in the tree.</summary>
    public ReadOnlyCollection<WorkflowChangeAction> Actions => new([.. Tree.Actions()]);

    /// <summary>True if the changes were applied to an instance. Changes can be applied only once.</summary>
    internal bool IsApplied { get; set; }

    /// <summary>The activities of the tree for which the changes were made.</summary>
    internal IReadOnlyList<Activity> Given { get; }

    /// <summary>The modified definition, with its original structure.</summary>
    internal TransientTree Tree { get; }

    /// <summary>Returns the condition of a root activity, or null if there is none.</summary>
    /// <param name="dependencyObject">The root.</param>
    public static object? GetCondition(object dependencyObject) => ObjectOf(dependencyObject).GetValue(ConditionProperty);

    /// <summary>Sets the condition of a root activity. Call this method while the workflow is being built.</summary>
    /// <param name="dependencyObject">The root.</param>
    /// <param name="value">An <see cref="ActivityCondition"/>, or null.</param>
    public static void SetCondition(object dependencyObject, object? value) => ObjectOf(dependencyObject).SetValue(ConditionProperty, value);

    /// <summary>Validates the modified workflow. Applying the changes also checks that the instance can change in this way at that time.</summary>
    /// <returns>All problems; empty if there are none.</returns>
    public ValidationErrorCollection Validate()
    {
        ValidationErrorCollection errors = [];
        errors.AddRange(Tree.Problems());
        errors.AddRange(_origin.Validate(TransientWorkflow));
        return errors;
    }

    /// <summary>Checks that the changes can be applied to the tree of an instance.</summary>
    /// <exception cref="InvalidOperationException">The changes were applied before, or the instance has another definition.</exception>
    internal void CheckFits(CompositeActivity root)
    {
        if (IsApplied)
        {
            throw new InvalidOperationException($"The changes of '{root.QualifiedName}' were applied before; make new WorkflowChanges for further ones.");
        }

        if (root.GetType() != TransientWorkflow.GetType() || root.Runtime.Origin is not { } origin || !origin.IsSame(_origin))
        {
            throw new InvalidOperationException(
                $"The workflow '{root.QualifiedName}' is not the one for which the changes were made, or it was changed meanwhile; make new WorkflowChanges of its definition.");
        }
    }

    private static DependencyObject ObjectOf(object dependencyObject)
    {
        ArgumentNullException.ThrowIfNull(dependencyObject);
        return dependencyObject as DependencyObject
            ?? throw new ArgumentException($"A '{dependencyObject.GetType()}' has no condition; use the root of a workflow.", nameof(dependencyObject));
    }
}
