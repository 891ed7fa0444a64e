using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Changes of the definition of one workflow instance. Add activities to the activities of <see cref="TransientWorkflow"/>, or remove some of them, and pass the object to
/// <c>WorkflowInstance.ApplyWorkflowChanges</c> or <see cref="CompositeActivity.ApplyWorkflowChanges"/>. Other instances do not change. One thread at a time uses it.
/// </summary>
public sealed class WorkflowChanges
{
    /// <summary>A condition that has to hold when changes are applied to a workflow; on its root.</summary>
    public static readonly DependencyProperty ConditionProperty =
        DependencyProperty.RegisterAttached("Condition", typeof(ActivityCondition), typeof(WorkflowChanges), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    private readonly DefinitionHistory _history;
    private readonly Activity[] _given;
    private readonly TransientTree _tree;

    /// <summary>Begins changes.</summary>
    /// <param name="rootActivity">The root of the workflow: of an instance, in code of its activities, or what <c>WorkflowInstance.GetWorkflowDefinition</c> returns.</param>
    /// <exception cref="ArgumentException">The activity is not the root of a workflow, has no children, or does not belong to a runtime.</exception>
    public WorkflowChanges(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        _history = (rootActivity as CompositeActivity)?.History ?? throw new ArgumentException(
            $"'{rootActivity.QualifiedName}' is not the root of a workflow that can change; pass the root of an instance, or the result of GetWorkflowDefinition.", nameof(rootActivity));
        _given = [.. ActivityNames.Tree(rootActivity)];
        _tree = new TransientTree(_history.NewTree());
    }

    /// <summary>The definition as it will be. Its activities do not run. Children can be added and removed, except those that belong to the type of a custom activity; properties of
    /// activities that the workflow has already do not change.</summary>
    public CompositeActivity TransientWorkflow => _tree.Root;

    /// <summary>What has been changed so far, in the order of the activities.</summary>
    public ReadOnlyCollection<WorkflowChangeAction> Actions => new([.. _tree.Actions()]);

    /// <summary>Whether the changes were applied to an instance. They can be applied once.</summary>
    internal bool IsApplied { get; set; }

    /// <summary>The condition on a root, or null.</summary>
    /// <param name="dependencyObject">The root.</param>
    public static object? GetCondition(object dependencyObject) => ObjectOf(dependencyObject).GetValue(ConditionProperty);

    /// <summary>Sets the condition on a root, while the workflow is put together.</summary>
    /// <param name="dependencyObject">The root.</param>
    /// <param name="value">An <see cref="ActivityCondition"/>, or null.</param>
    public static void SetCondition(object dependencyObject, object? value) => ObjectOf(dependencyObject).SetValue(ConditionProperty, value);

    /// <summary>Checks the workflow as it will be. Whether an instance can change in this way now is checked when the changes are applied.</summary>
    /// <returns>All problems; empty if there is none.</returns>
    public ValidationErrorCollection Validate()
    {
        ValidationErrorCollection errors = [];
        errors.AddRange(_tree.Problems());
        errors.AddRange(TreeValidation.Validate(TransientWorkflow));
        return errors;
    }

    /// <summary>The changes for the tree of an instance, as saved state has them.</summary>
    /// <exception cref="InvalidOperationException">The instance has another definition, or something cannot be saved.</exception>
    /// <exception cref="WorkflowValidationFailedException">The workflow would not be valid.</exception>
    internal byte[] WriteFor(CompositeActivity root, SavedOutside outside)
    {
        if (IsApplied)
        {
            throw new InvalidOperationException($"The changes of '{root.QualifiedName}' were applied before; make new WorkflowChanges for further ones.");
        }

        if (root.GetType() != TransientWorkflow.GetType() || root.History is not { } history || !history.IsSame(_history))
        {
            throw new InvalidOperationException($"The workflow '{root.QualifiedName}' is not the one for which the changes were made, or it was changed meanwhile; make new WorkflowChanges of its definition.");
        }

        _tree.Complete();
        ValidationErrorCollection errors = Validate();
        if (errors.HasErrors)
        {
            throw TreeValidation.Failed(TransientWorkflow, errors);
        }

        LivePlaces places = LivePlaces.OfChange(_tree.Known, [[.. ActivityNames.Tree(root)], _given], _tree.Added());
        StateScratch scratch = StateScratch.Rent(outside.Types);
        try
        {
            return new StateWriter(places, DefinitionParts.None, outside, root, scratch).WriteChange(TransientWorkflow, _tree.Known.Count);
        }
        finally
        {
            scratch.Return();
        }
    }

    private static DependencyObject ObjectOf(object dependencyObject)
    {
        ArgumentNullException.ThrowIfNull(dependencyObject);
        return dependencyObject as DependencyObject ?? throw new ArgumentException($"A '{dependencyObject.GetType()}' has no condition; use the root of a workflow.", nameof(dependencyObject));
    }
}
