using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Runs when its state is entered, before the state handles events.</summary>
public sealed class StateInitializationActivity : SequenceActivity
{
    /// <summary>Makes it without children.</summary>
    public StateInitializationActivity()
    {
    }

    /// <summary>Makes it without children.</summary>
    /// <param name="name">Its name.</param>
    public StateInitializationActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() => Parent is not StateActivity ? ["is not in a state; move it into a StateActivity"] : [];
}

/// <summary>Runs when its state is left. It cannot set the state.</summary>
public sealed class StateFinalizationActivity : SequenceActivity
{
    /// <summary>Makes it without children.</summary>
    public StateFinalizationActivity()
    {
    }

    /// <summary>Makes it without children.</summary>
    /// <param name="name">Its name.</param>
    public StateFinalizationActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() => Parent is not StateActivity ? ["is not in a state; move it into a StateActivity"] : [];
}
