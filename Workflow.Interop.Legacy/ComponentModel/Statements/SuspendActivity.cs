namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Suspends its workflow instance. The activity closes; the next step runs after the application has resumed the instance.</summary>
public sealed class SuspendActivity : Activity
{
    /// <summary>Identifies the dependency property <see cref="Error"/>.</summary>
    public static readonly DependencyProperty ErrorProperty = DependencyProperty.Register("Error", typeof(string), typeof(SuspendActivity));

    /// <summary>Creates an activity without a reason.</summary>
    public SuspendActivity()
    {
    }

    /// <summary>Creates an activity without a reason.</summary>
    /// <param name="name">The name of the activity.</param>
    public SuspendActivity(string name)
        : base(name)
    {
    }

    /// <summary>The reason, which the event of the runtime reports; null if there is none.</summary>
    public string? Error
    {
        get => (string?)GetValue(ErrorProperty);
        set => SetValue(ErrorProperty, value);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        executionContext.SuspendInstance(Error);
        return ActivityExecutionStatus.Closed;
    }
}
