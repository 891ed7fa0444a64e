namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Terminates its workflow instance: the instance ends with a <see cref="WorkflowTerminatedException"/>. No handler runs, and nothing is canceled or
/// compensated.
/// </summary>
public sealed class TerminateActivity : Activity
{
    /// <summary>Identifies the dependency property <see cref="Error"/>.</summary>
    public static readonly DependencyProperty ErrorProperty = DependencyProperty.Register("Error", typeof(string), typeof(TerminateActivity));

    /// <summary>Creates an activity without a reason.</summary>
    public TerminateActivity()
    {
    }

    /// <summary>Creates an activity without a reason.</summary>
    /// <param name="name">The name of the activity.</param>
    public TerminateActivity(string name)
        : base(name)
    {
    }

    /// <summary>The reason, which is the message of the exception. If it is null, the exception has a general message.</summary>
    public string? Error
    {
        get => (string?)GetValue(ErrorProperty);
        set => SetValue(ErrorProperty, value);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        executionContext.TerminateInstance(Error);
        return ActivityExecutionStatus.Closed;
    }
}
