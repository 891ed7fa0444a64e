using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Chooses the next state. The change takes place when the handler or initialization that contains the activity has ended; the last one decides.</summary>
public sealed class SetStateActivity : Activity
{
    /// <summary>The property <see cref="TargetStateName"/>.</summary>
    public static readonly DependencyProperty TargetStateNameProperty =
        DependencyProperty.Register("TargetStateName", typeof(string), typeof(SetStateActivity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>Makes it without a state.</summary>
    public SetStateActivity()
    {
    }

    /// <summary>Makes it without a state.</summary>
    /// <param name="name">Its name.</param>
    public SetStateActivity(string name)
        : base(name)
    {
    }

    /// <summary>The next state. It has no other states in it.</summary>
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
        while (container is not (null or EventDrivenActivity or StateInitializationActivity or StateFinalizationActivity) || container is EventDrivenActivity { Parent: not StateActivity })
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

/// <summary>Sets the state of a state machine from outside.</summary>
[Serializable]
public class SetStateEventArgs : EventArgs
{
    /// <summary>Makes arguments.</summary>
    /// <param name="targetStateName">The next state.</param>
    public SetStateEventArgs(string targetStateName) => TargetStateName = targetStateName;

    /// <summary>The next state.</summary>
    public string TargetStateName { get; }
}
