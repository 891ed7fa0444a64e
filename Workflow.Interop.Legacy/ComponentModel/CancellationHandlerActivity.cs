namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Runs its children after the activity that contains it was canceled.</summary>
public sealed class CancellationHandlerActivity : HandlerSequence
{
    /// <summary>Makes a handler without children.</summary>
    public CancellationHandlerActivity()
    {
    }

    /// <summary>Makes a handler without children.</summary>
    /// <param name="name">Its name.</param>
    public CancellationHandlerActivity(string name)
        : base(name)
    {
    }

    internal override bool IsHandler => true;

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() => Parent is null || Parent.Activities.Count(activity => activity is CancellationHandlerActivity) > 1
        ? ["is not the only CancellationHandlerActivity of an activity; each activity can have one"]
        : [];
}
