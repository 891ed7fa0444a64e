using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Selects the next state. The transition occurs when the handler or initialization that contains the activity has ended; the last such activity decides.
/// </summary>
public sealed class SetStateActivity : Activity
{
    /// <summary>The dependency property for <see cref="TargetStateName"/>.</summary>
    public static readonly DependencyProperty TargetStateNameProperty =
        DependencyProperty.Register(
            "TargetStateName", typeof(string), typeof(SetStateActivity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>Creates an activity without a state.</summary>
    public SetStateActivity()
    {
    }

    /// <summary>Creates an activity without a state.</summary>
    /// <param name="name">The name of the activity.</param>
    public SetStateActivity(string name)
        : base(name)
    {
    }

    /// <summary>The name of the next state, which must not contain other states.</summary>
    public string TargetStateName
    {
        get => (string)GetValue(TargetStateNameProperty)!;
        set => SetValue(TargetStateNameProperty, value);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        StateActivity.MachineRoot(this)!.Machine!.Next = TargetStateName;
        return ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        Activity? container = Parent;
        while (container is not (null or EventDrivenActivity or StateInitializationActivity or StateFinalizationActivity)
            || container is EventDrivenActivity { Parent: not StateActivity })
        {
            container = container.Parent;
        }

        if (container is null or StateFinalizationActivity)
        {
            yield return "is not in a handler or an initialization of a state; move it there";
        }
        else if (StateActivity.MachineRoot(this)?.GetActivityByName(TargetStateName) is not StateActivity { IsLeaf: true })
        {
            yield return $"has the TargetStateName '{TargetStateName}', which is no state without other states in it; correct it";
        }
    }
}

/// <summary>The data with which an application sets the state of a state machine.</summary>
[Serializable]
public class SetStateEventArgs : EventArgs
{
    /// <summary>Creates event data.</summary>
    /// <param name="targetStateName">The name of the next state.</param>
    public SetStateEventArgs(string targetStateName) => TargetStateName = targetStateName;

    /// <summary>The name of the next state.</summary>
    public string TargetStateName { get; }
}
