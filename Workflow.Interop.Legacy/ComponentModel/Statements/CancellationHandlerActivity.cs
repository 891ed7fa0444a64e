namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Runs its children after the activity that contains the handler was canceled.</summary>
public sealed class CancellationHandlerActivity : HandlerSequence
{
    /// <summary>Creates a handler without children.</summary>
    public CancellationHandlerActivity()
    {
    }

    /// <summary>Creates a handler without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public CancellationHandlerActivity(string name)
        : base(name)
    {
    }

    internal override bool IsHandler => true;

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() =>
        Parent is null || Parent.Activities.Count(activity => activity is CancellationHandlerActivity) > 1
            ? ["is not the only CancellationHandlerActivity of an activity; each activity can have one"]
            : [];
}
