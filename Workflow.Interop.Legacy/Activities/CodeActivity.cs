using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Calls the handlers of <see cref="ExecuteCode"/>.</summary>
public sealed class CodeActivity : Activity
{
    /// <summary>The dependency property for the event <see cref="ExecuteCode"/>.</summary>
    public static readonly DependencyProperty ExecuteCodeEvent = DependencyProperty.Register("ExecuteCode", typeof(EventHandler), typeof(CodeActivity));

    /// <summary>Creates an activity without a handler.</summary>
    public CodeActivity()
    {
    }

    /// <summary>Creates an activity without a handler.</summary>
    /// <param name="name">The name of the activity.</param>
    public CodeActivity(string name)
        : base(name)
    {
    }

    /// <summary>Occurs when the activity executes. The sender is the activity. At least one handler is required.</summary>
    public event EventHandler ExecuteCode
    {
        add => AddHandler(ExecuteCodeEvent, value);
        remove => RemoveHandler(ExecuteCodeEvent, value);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        RaiseEvent(ExecuteCodeEvent, this, EventArgs.Empty);
        return ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() =>
        HandlersOf(ExecuteCodeEvent) is null && !IsBindingSet(ExecuteCodeEvent)
            ? [ActivityProblem.NotSet("ExecuteCode", "has no handler of ExecuteCode; add one")]
            : [];
}
