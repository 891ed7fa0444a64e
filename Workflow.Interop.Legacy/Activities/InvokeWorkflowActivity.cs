using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Creates another workflow instance in the same runtime and starts it. The activity does not wait until that instance ends.</summary>
public class InvokeWorkflowActivity : Activity
{
    /// <summary>The dependency property for <see cref="TargetWorkflow"/>.</summary>
    public static readonly DependencyProperty TargetWorkflowProperty =
        DependencyProperty.Register("TargetWorkflow", typeof(Type), typeof(InvokeWorkflowActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="InstanceId"/>.</summary>
    public static readonly DependencyProperty InstanceIdProperty = DependencyProperty.Register("InstanceId", typeof(Guid), typeof(InvokeWorkflowActivity));

    /// <summary>The dependency property for the event <see cref="Invoking"/>.</summary>
    public static readonly DependencyProperty InvokingEvent = DependencyProperty.Register("Invoking", typeof(EventHandler), typeof(InvokeWorkflowActivity));

    /// <summary>Creates an activity without a workflow.</summary>
    public InvokeWorkflowActivity() => ParameterBindings = new WorkflowParameterBindingCollection(this);

    /// <summary>Creates an activity without a workflow.</summary>
    /// <param name="name">The name of the activity.</param>
    public InvokeWorkflowActivity(string name)
        : base(name) => ParameterBindings = new WorkflowParameterBindingCollection(this);

    /// <summary>Occurs before the instance is created; handlers can set parameters. The sender is the activity.</summary>
    public event EventHandler Invoking
    {
        add => AddHandler(InvokingEvent, value);
        remove => RemoveHandler(InvokingEvent, value);
    }

    /// <summary>The type of the workflow. Required.</summary>
    public Type? TargetWorkflow
    {
        get => (Type?)GetValue(TargetWorkflowProperty);
        set => SetValue(TargetWorkflowProperty, value);
    }

    /// <summary>The id of the instance that was started last; empty before the first start.</summary>
    public Guid InstanceId
    {
        get => (Guid)GetValue(InstanceIdProperty)!;
        set => SetValue(InstanceIdProperty, value);
    }

    /// <summary>The values for public properties of the workflow. A property without a binding keeps its own value.</summary>
    public WorkflowParameterBindingCollection ParameterBindings { get; }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        RaiseEvent(InvokingEvent, this, EventArgs.Empty);
        OnInvoking(EventArgs.Empty);
        InstanceId = executionContext.StartWorkflow(
            TargetWorkflow!, ParameterBindings.ToDictionary(static binding => binding.ParameterName, static binding => binding.Value));
        return ActivityExecutionStatus.Closed;
    }

    /// <summary>Called before the instance is created, after the handlers of <see cref="Invoking"/>. The base class does nothing.</summary>
    /// <param name="e">Always <see cref="EventArgs.Empty"/>.</param>
    protected virtual void OnInvoking(EventArgs e)
    {
    }

    /// <inheritdoc/>
    internal override void Freeze()
    {
        base.Freeze();
        ParameterBindings.Freeze();
    }

    /// <inheritdoc/>
    internal override WorkflowParameterBindingCollection? Parameters => ParameterBindings;

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (TargetWorkflow is not { } target)
        {
            yield return ActivityProblem.NotSet("TargetWorkflow", "has no TargetWorkflow; set the type of a workflow");
            yield break;
        }

        if (!typeof(Activity).IsAssignableFrom(target)
            || target.IsAbstract
            || target.ContainsGenericParameters
            || target.GetConstructor(Type.EmptyTypes) is null)
        {
            yield return $"has the TargetWorkflow '{target}', which is no workflow; use a class that derives from Activity and has a public constructor without parameters";
        }

        foreach (WorkflowParameterBinding binding in ParameterBindings)
        {
            if (!Array.Exists(
                target.GetProperties(BindingFlags.Public | BindingFlags.Instance),
                property => property.Name == binding.ParameterName && property.SetMethod is { IsPublic: true }))
            {
                yield return $"has the parameter '{binding.ParameterName}', which is no public property of '{target}' that can be set; correct the name";
            }
        }
    }
}
