using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>A sequence that runs when its state is entered, before the state handles events.</summary>
public sealed class StateInitializationActivity : SequenceActivity
{
    /// <summary>Creates an activity without children.</summary>
    public StateInitializationActivity()
    {
    }

    /// <summary>Creates an activity without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public StateInitializationActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() => Parent is not StateActivity ? ["is not in a state; move it into a StateActivity"] : [];
}

/// <summary>A sequence that runs when its state is left. It cannot set the state.</summary>
public sealed class StateFinalizationActivity : SequenceActivity
{
    /// <summary>Creates an activity without children.</summary>
    public StateFinalizationActivity()
    {
    }

    /// <summary>Creates an activity without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public StateFinalizationActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() => Parent is not StateActivity ? ["is not in a state; move it into a StateActivity"] : [];
}
